// Makes the pages live. Everything also works without this script, by links and forms.

import type { Chooser, Place } from "./chooser";
import { Camera } from "./camera";
import { OnDemand } from "./demand";
import { button, byId, draw, make, typing } from "./dom";
import { asksFirst, morph, notice, sendForm } from "./page";
import { RatAttack } from "./rat_attack/chooser";
import { StepsChooser } from "./steps/chooser";
import { outside, spotsOf } from "./steps/spots";
import { Stream } from "./stream";
import { say } from "./words";

/** Other games are played step by step. */
const CHOOSERS: Record<string, new (place: Place) => Chooser> = { "rat-attack": RatAttack };
const THEMES = ["", "light", "dark"];

/** The board's stage and camera, and the game's chooser, from the first time that there is a board. */
class Board {
  private readonly ghost = draw("svg", { id: "ghost", class: "ratskeller", "aria-hidden": "true" });
  private readonly stage = make(
    "div",
    { id: "stage", "data-client": "", tabindex: "0", role: "group", "aria-label": say("board") },
    this.ghost,
  );
  private readonly camera = new Camera(this.stage, () => this.layers(), () => this.chooser.redraw());
  private readonly buttons = make(
    "div",
    { id: "camera", "data-client": "", role: "group", "aria-label": say("view") },
    button("zoom-in", "+", () => this.camera.zoom(1 / 1.3), say("zoomIn")),
    button("zoom-out", "−", () => this.camera.zoom(1.3), say("zoomOut")),
    button("zoom-fit", "⤢", () => this.camera.fit(), say("zoomFit")),
  );
  private readonly demand = new OnDemand();
  private readonly chooser: Chooser;

  constructor(table: HTMLElement) {
    const Made = CHOOSERS[table.dataset.game ?? ""] ?? StepsChooser;
    this.chooser = new Made({ table, stage: this.stage, ghost: this.ghost, camera: this.camera, demand: this.demand });
    for (const kind of ["pointermove", "pointerdown"] as const) this.stage.addEventListener(kind, (event) => this.point(event));
    this.stage.addEventListener("pointerleave", () => this.demand.point([]));
    document.addEventListener("keydown", (event) => this.zoom(event));
  }

  update(): void {
    const frame = byId("board-frame");
    const board = byId<SVGSVGElement>("board");
    if (!frame || !board) return;
    if (this.stage.parentElement !== frame) frame.append(this.stage, this.demand.buttons, this.buttons);
    this.demand.update();
    this.camera.show(this.chooser.box(board));
    this.chooser.update();
  }

  suggest(move: string): void {
    this.chooser.suggest(move);
  }

  private *layers(): Iterable<SVGSVGElement> {
    const board = byId<SVGSVGElement>("board");
    if (board) yield board;
    yield this.ghost;
  }

  private point(event: PointerEvent): void {
    const { x, y } = this.camera.point(event.clientX, event.clientY);
    this.demand.point([...this.demand.ends].filter((id) => spotsOf(id).some((spot) => outside(spot, x, y) === 0)));
  }

  private zoom(event: KeyboardEvent): void {
    if (typing() || event.ctrlKey || event.altKey || event.metaKey || !this.stage.isConnected) return;
    if (event.key === "+" || event.key === "=") this.camera.zoom(1 / 1.3);
    else if (event.key === "-") this.camera.zoom(1.3);
    else if (event.key === "0") this.camera.fit();
    else return;
    event.preventDefault();
  }
}

function beLive(table: HTMLElement): void {
  const title = document.title;
  const offline = make("p", { id: "offline", role: "status" });
  byId("notice")?.after(offline);
  let board: Board | null = null;
  const update = (): void => {
    document.title = table.dataset.choose ? `● ${title}` : title;
    if (!board && byId("board")) board = new Board(table);
    board?.update();
    offerCopy();
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !table.contains(form) || form.method !== "post") return;
    event.preventDefault();
    if (form.id === "hint") void hint(form);
    else if (!asksFirst(form)) void sendForm(form);
  });
  const hint = async (form: HTMLFormElement): Promise<void> => {
    const done = await sendForm(form);
    const said = byId("hint-said");
    if (!done?.move || done.at !== Number(table.dataset.at) || !said) return;
    board?.suggest(done.move);
    said.textContent = done.said ?? "";
  };
  const complain = (sentence: string): void => {
    offline.textContent = sentence;
    document.documentElement.classList.toggle("is-offline", sentence !== "");
  };
  new Stream(
    `/table/${table.dataset.table}/stream`,
    (html) => {
      const waiting = byId("board") && notReady(html);
      complain(waiting || "");
      if (waiting) return;
      morph(html);
      update();
    },
    () => complain(say("offline")),
  );
  const log = byId("log");
  if (log) log.scrollTop = log.scrollHeight;
  update();
}

/** What a server that has just been started says instead of showing the table; empty if it does show it. */
function notReady(html: string): string {
  const told = new DOMParser().parseFromString(html, "text/html").querySelector("[data-warming] #warming");
  return told?.textContent ?? "";
}

/** A button that copies the table's address, beside it. */
function offerCopy(): void {
  const share = byId<HTMLAnchorElement>("share");
  if (!share || byId("copy")) return;
  const copy = button("copy", say("copy"), () => {
    void copyText(share.href).then((done) => {
      copy.textContent = done ? say("copied") : say("copy");
      if (!done) notice(say("notCopied"));
    });
  });
  share.after(copy);
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers keep the clipboard from pages without https; selecting and copying still works there.
    const field = make("textarea", { readonly: "" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** A button that goes from the system's colours to light, to dark, and back. */
function offerTheme(): void {
  const root = document.documentElement;
  const label = (): string => say(root.dataset.theme === "light" ? "themeLight" : root.dataset.theme === "dark" ? "themeDark" : "themeSystem");
  const choose = button("theme", "◐", () => {
    const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "") + 1) % THEMES.length] ?? "";
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
    localStorage.setItem("theme", next);
    choose.title = choose.ariaLabel = label();
  }, label());
  document.querySelector("header.site")?.append(choose);
}

offerTheme();
const table = byId("table");
if (table) beLive(table);
