// Choosing moves step by step in any game: what may be pointed at next is marked on the board and listed as buttons. The
// server says for every legal move what is pointed at (a game's steps.py); the choice lives here until it is a move.

import { type Chooser, Fetcher, keyboardHelp, type Place, sendMove, TWICE_MS } from "../chooser";
import { button, byId, make, set, typing } from "../dom";
import { notice } from "../page";
import { say } from "../words";
import { badge, dot, frame, ghostOf, ring, thumb, trail } from "./pictures";
import { middle, outside, type Spot, spotOf, spotsOf } from "./spots";
import { ascend, descend, follow, type Fork, grow, isTurning, isWalk, path, type Told, type Way } from "./tree";

/** So many choices are shown as buttons, and marked by rings; of more, only dots are shown. */
const MOST_BUTTONS = 64;
/** A pointer misses a spot by so many pixels and still means it. */
const MISS = { mouse: 6, touch: 22 };
/** A finger is sure of its aim if the next spot is so much farther. */
const SURE = 1.6;
/** The picture's panels go below the board where this makes the board so much larger. */
const WORTH_IT = 1.25;
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
};

export class StepsChooser implements Chooser {
  private root: Fork | null = null;
  private here: Fork | null = null;
  private cursor: Way | null = null;
  private chosen: Way | null = null;
  private chosenWhen = 0;
  private at = -1;
  private sending = false;
  private listed: Fork | null = null;
  /** The steps to go on with when the next choices come: those of a piece that is under way. */
  private afterwards: string[] = [];
  private spots = new Map<string, Spot[]>();

  private readonly ask = make("strong", { id: "ask" });
  private readonly told = make("span", { id: "told" });
  private readonly options = make("div", { id: "options", role: "group", "aria-labelledby": "ask" });
  private readonly play = button("place", say("play"), () => void this.send());
  private readonly undo = button("undo", say("undo"), () => this.back());
  private readonly controls = make(
    "div",
    { id: "chooser", "data-client": "", class: "steps" },
    make("p", { id: "preview", "aria-live": "polite" }, this.ask, " ", this.told),
    this.options,
    make("div", { id: "deciding" }, this.play, this.undo),
    keyboardHelp(
      ["← ↑ → ↓", say("stepsKeyArrows")],
      ["N", say("stepsKeyNext")],
      ["1 – 9", say("stepsKeyNumber")],
      ["R, Shift+R", say("stepsKeyTurn")],
      ["Enter", say("stepsKeyEnter")],
    ),
  );
  private readonly panel = make("div", { id: "panel", "data-client": "" });

  private readonly fetcher: Fetcher<Told>;

  constructor(private readonly page: Place) {
    this.fetcher = new Fetcher(page.table, (told) => this.take(told), () => this.update());
    const { stage } = page;
    this.play.classList.add("main");
    stage.setAttribute("aria-label", say("stepsBoard"));
    stage.setAttribute("aria-describedby", "preview");
    stage.addEventListener("pointermove", (event) => this.hover(event));
    stage.addEventListener("pointerleave", () => this.aim(null));
    stage.addEventListener("click", (event) => this.click(event as PointerEvent));
    stage.addEventListener("keydown", (event) => this.steer(event));
    stage.addEventListener("focus", () => stage.matches(":focus-visible") && this.start());
    this.options.addEventListener("keydown", (event) => this.rove(event));
    document.addEventListener("keydown", (event) => this.shortcut(event));
  }

  box(board: SVGSVGElement): string {
    const [whole, part] = [board.getAttribute("viewBox") ?? "", board.dataset.box ?? ""];
    if (!part) return whole;
    const { clientWidth, clientHeight } = this.page.stage;
    const scale = (box: string): number => {
      const [, , width = 1, height = 1] = box.split(" ").map(Number);
      return Math.max(width / Math.max(clientWidth, 1), height / Math.max(clientHeight, 1));
    };
    return scale(whole) > scale(part) * WORTH_IT ? part : whole;
  }

  update(): void {
    const { table, ghost } = this.page;
    const { dataset } = table;
    const board = byId<SVGSVGElement>("board");
    const form = byId("move-form");
    if (form && form.previousElementSibling !== this.controls) form.before(this.controls);
    ghost.setAttribute("class", board?.getAttribute("class") ?? "");
    this.spots.clear();
    if (board) this.showPanel(board);
    if (!dataset.choose) {
      if (!this.sending) this.forget();
    } else if (!this.sending && this.at !== Number(dataset.at)) {
      void this.fetcher.load();
    }
    this.show();
  }

  redraw(): void {
    this.drawMarks();
  }

  private forget(): void {
    this.root = this.here = this.cursor = this.chosen = this.listed = null;
    this.at = -1;
  }

  /** Go on with new choices; what was chosen stays chosen where it is still possible. */
  private take(told: Told): void {
    const before = this.root ? path(this.chosen ?? this.here).map(({ step }) => step.id) : this.afterwards;
    this.afterwards = [];
    this.at = told.at;
    this.root = grow(told);
    this.spots.clear();
    this.enter(this.root, before);
    const { stage } = this.page;
    if (document.activeElement === document.body) stage.focus({ preventScroll: true });
    if (stage.matches(":focus-visible")) this.start();
  }

  /** Go to a place in the tree, and on from there by these steps and by all that leave no choice. */
  private enter(from: Fork, steps: string[] = []): void {
    const to = follow(from, steps);
    const only = to.ways[0];
    this.cursor = null;
    if (to.move && to.before) {
      this.here = to.before;
      this.chosen = to as Way;
    } else {
      this.here = descend(to);
      const first = this.here.ways[0] as Way | undefined;
      const settled = first && (this.here.ways.length === 1 || isTurning(this.here));
      this.chosen = settled && only ? first : null;
    }
    this.show();
  }

  private get ways(): Way[] {
    return this.sending ? [] : ((this.here?.ways ?? []) as Way[]);
  }

  private where(way: Way): Spot[] {
    const { id, button: none } = way.step;
    let spots = this.spots.get(id);
    if (!spots) this.spots.set(id, (spots = none ? [] : spotsOf(id)));
    return spots;
  }

  private pick(way: Way, by: "point" | "touch" | "unsure" | "key", when: number): void {
    notice("");
    if (!way.move) return this.enter(way);
    const again = this.chosen === way && when - this.chosenWhen > TWICE_MS && (by === "point" || by === "key");
    const turning = by !== "key" && isTurning(way.before);
    this.here = way.before;
    this.chosen = way;
    this.cursor = null;
    if ((again && !turning) || (way.step.quick && by !== "unsure" && !isWalk(way))) return void this.send();
    this.chosenWhen = when;
    this.show();
  }

  private back(): void {
    if (!this.here || this.sending) return;
    const up = ascend(this.here);
    const several = this.here.ways.length > 1;
    if (this.chosen && several && !isTurning(this.here)) this.chosen = null;
    else if (up) [this.here, this.chosen] = [up, null];
    else return;
    this.cursor = null;
    this.show();
  }

  private get canGoBack(): boolean {
    const { here, chosen } = this;
    if (!here || this.sending) return false;
    return ascend(here) !== null || (chosen !== null && here.ways.length > 1 && !isTurning(here));
  }

  /** The other ways that the chosen thing can lie. */
  private turn(by: 1 | -1): void {
    const { ways, here, chosen } = this;
    if (!here || !chosen || !isTurning(here) || !ways.length) return;
    this.chosen = ways[(ways.indexOf(chosen) + by + ways.length) % ways.length] ?? chosen;
    this.show();
  }

  private aim(way: Way | null): void {
    if (way === this.cursor) return;
    this.cursor = way;
    this.show();
  }

  /** Begin with the keys where something is chosen already, or at the first choice. */
  private start(): void {
    const marked = this.ways.filter((way) => this.where(way).length);
    if (!this.cursor && !this.chosen && marked[0]) this.aim(marked[0]);
  }

  /** What is pointed at: of the choices, else of those made before; nearest first. And whether no other is near. */
  private pointed(event: PointerEvent): { way: Way; sure: boolean } | null {
    if (!this.here || this.sending) return null;
    const { camera } = this.page;
    const { x, y } = camera.point(event.clientX, event.clientY);
    const miss = (event.pointerType === "touch" ? MISS.touch : MISS.mouse) * camera.scale;
    for (const allowed of [0, miss]) {
      for (let fork: Fork | null = this.here; fork; fork = ascend(fork)) {
        const near = [...(fork.ways as Way[]), ...fork.walks]
          .flatMap((way) => this.where(way).map((spot) => ({ way, spot, off: outside(spot, x, y) })))
          .filter(({ off }) => off <= allowed)
          .map(({ way, spot, off }) => {
            const [mx, my] = middle(spot);
            return { way, off, away: Math.hypot(mx - x, my - y) };
          })
          .sort((a, b) => a.off - b.off || a.away - b.away);
        const [first, second] = near;
        if (first) return { way: first.way, sure: !second || second.away > first.away * SURE };
      }
    }
    return null;
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.buttons) return;
    const way = this.pointed(event)?.way ?? null;
    this.page.stage.classList.toggle("pointing", way !== null);
    this.aim(way && (this.ways.includes(way) || isWalk(way)) ? way : null);
  }

  private click(event: PointerEvent): void {
    const found = this.pointed(event);
    if (!found || !this.here) return;
    const { way, sure } = found;
    const touch = event.pointerType === "touch";
    if (!path(this.here).includes(way)) return this.pick(way, touch ? (sure ? "touch" : "unsure") : "point", event.timeStamp);
    if (isTurning(this.here)) this.turn(1);
    else if (event.timeStamp - this.chosenWhen > TWICE_MS) this.back();
  }

  private steer(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.ways.length) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.step(...arrow);
    } else if (event.key === "n" || event.key === "N") {
      this.next(event.shiftKey ? -1 : 1);
    } else if (event.key === "Enter" || event.key === " ") {
      if (event.repeat) return event.preventDefault();
      const way = this.cursor ?? this.chosen;
      if (this.chosen && way === this.chosen) void this.send();
      else if (way) this.pick(way, "key", event.timeStamp);
      else this.start();
      if (this.page.stage === document.activeElement) this.start();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** To the nearest choice that lies this way from here: one straight ahead is nearer than one aside. */
  private step(right: number, down: number): void {
    const from = this.cursor ?? this.chosen;
    const [start] = from ? this.where(from) : [];
    if (!from || !start) return this.here && isTurning(this.here) ? this.turn(right + down > 0 ? 1 : -1) : this.start();
    const [fromX, fromY] = middle(start);
    let best: Way | null = null;
    let least = Infinity;
    for (const way of [...this.ways, ...(this.here?.walks ?? [])]) {
      for (const spot of way === from ? [] : this.where(way)) {
        const [x, y] = middle(spot);
        const ahead = (x - fromX) * right + (y - fromY) * down;
        const aside = Math.abs((x - fromX) * down) + Math.abs((y - fromY) * right);
        const cost = ahead + 2 * aside + (aside > ahead ? 10_000 : 0);
        if (ahead > 0.5 && cost < least) [best, least] = [way, cost];
      }
    }
    if (best) this.come(best);
  }

  private next(by: 1 | -1): void {
    if (this.here && isTurning(this.here)) return this.turn(by);
    const { ways } = this;
    const from = this.cursor ?? this.chosen;
    const to = ways[((from ? ways.indexOf(from) : -1) + by + ways.length) % ways.length];
    if (to) this.come(to);
  }

  private come(way: Way): void {
    if (this.chosen && this.chosen !== way && this.ways.length > 1) this.chosen = null;
    this.aim(way);
    const [spot] = this.where(way);
    if (spot) this.page.camera.reveal(...middle(spot), 40 * this.page.camera.scale);
  }

  /** Arrow keys among the buttons. */
  private rove(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    const all = [...this.options.querySelectorAll<HTMLButtonElement>("button")];
    const at = all.findIndex((each) => each === document.activeElement);
    all[(at + arrow[0] + arrow[1] + all.length) % all.length]?.focus();
    event.preventDefault();
  }

  /** Keys that work wherever nobody is typing. */
  private shortcut(event: KeyboardEvent): void {
    const elsewhere = typing() && !byId("chooser")?.contains(document.activeElement);
    if (!this.here || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = this.ways.length <= MOST_BUTTONS ? this.ways[Number(event.key) - 1] : undefined;
    if (way) this.pick(way, "key", event.timeStamp);
    else if (event.key === "r" || event.key === "R") this.turn(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.back();
    else return;
    event.preventDefault();
  }

  private async send(): Promise<void> {
    const { chosen, at } = this;
    if (!chosen?.move || this.sending) return;
    this.sending = true;
    this.show();
    const { table } = this.page;
    let answer = await sendMove(table, chosen.move, at);
    for (const move of isWalk(chosen) ? chosen.moves.slice(1) : []) {
      if (answer.ok) answer = await sendMove(table, move, answer.at);
    }
    this.sending = false;
    this.afterwards = chosen.step.quick ? path(chosen.before).map(({ step }) => step.id) : [];
    if (answer.ok) {
      notice("");
      this.forget();
      // The next frame may be here already.
      if (table.dataset.choose && Number(table.dataset.at) >= answer.at) void this.fetcher.load();
    } else {
      notice(answer.error);
      if (answer.status) void this.fetcher.load();
    }
    this.show();
  }

  private show(): void {
    const { stage } = this.page;
    const { here, chosen } = this;
    const mine = here !== null && (this.root?.ways.length ?? 0) > 0;
    this.controls.hidden = !mine;
    stage.classList.toggle("choosing", mine && !this.sending);
    // Screen readers leave the keys to an application, and keep them for reading a board that only shows.
    stage.setAttribute("role", mine ? "application" : "group");
    if (mine) this.list(here);
    const forced = mine && ascend(here) === null && here.ways.length === 1;
    this.play.disabled = !chosen || this.sending;
    this.play.textContent = forced && chosen ? capital(chosen.step.label) : say("play");
    this.undo.disabled = !this.canGoBack;
    this.undo.hidden = forced;
    change(this.ask, mine ? (this.sending ? say("sending") : (here.ways[0]?.step?.ask ?? "")) : "");
    change(this.told, mine && !this.sending ? this.tell() : "");
    this.drawMarks();
  }

  private tell(): string {
    const shown = this.cursor ?? this.chosen;
    if (shown) {
      const labels = path(shown.before).map(({ step }) => step.label);
      const last = isWalk(shown) ? shown.through.map(({ label }) => label).join(" → ") : shown.step.label;
      const move = [...labels, last].join(" · ");
      return shown === this.chosen ? say("chosenMove", { move }) : `${capital(move)}.`;
    }
    const made = path(this.here).map(({ step }) => step.label);
    if (this.ways.length > MOST_BUTTONS) return say("places", { n: this.ways.length });
    return made.length ? `${capital(made.join(" · "))}.` : "";
  }

  /** The buttons of the choices; they stay what they are while the choices do. */
  private list(here: Fork): void {
    const ways = here.ways as Way[];
    this.options.hidden = ways.length > MOST_BUTTONS || (ways.length === 1 && this.chosen !== null);
    if (this.listed !== here) {
      this.listed = here;
      const focused = this.options.contains(document.activeElement);
      const kinds = byId("board")?.getAttribute("class") ?? "";
      this.options.replaceChildren(
        ...(ways.length > MOST_BUTTONS ? [] : ways).map((way) => {
          const { label, shape, place } = way.step;
          const made = make("button", { type: "button", class: "option", "data-step": way.step.id });
          const picture = shape && (!place || way.step.button) && thumb(shape, place ?? "", kinds);
          if (picture) made.append(picture);
          made.append(make("span", {}, capital(label)));
          made.addEventListener("click", (event) => this.pick(way, event.detail ? "touch" : "key", event.timeStamp));
          made.addEventListener("pointerenter", () => this.aim(way));
          made.addEventListener("pointerleave", () => this.aim(null));
          made.addEventListener("focus", () => made.matches(":focus-visible") && this.aim(way));
          return made;
        }),
      );
      if (focused) (this.options.querySelector("button") ?? this.page.stage).focus({ preventScroll: true });
    }
    const shown = this.cursor ?? this.chosen ?? ways[0];
    frame(this.options.querySelectorAll<SVGSVGElement>("svg"));
    this.options.querySelectorAll("button").forEach((each, k) => {
      set(each, { "aria-pressed": String(ways[k] === this.chosen), tabindex: ways[k] === shown ? "0" : "-1" });
      each.disabled = this.sending;
    });
  }

  private drawMarks(): void {
    const layer = this.page.ghost;
    layer.replaceChildren();
    if (!this.here) return;
    for (const way of path(this.here)) for (const spot of this.where(way)) layer.append(ring(spot, "picked"));
    const { ways, cursor, chosen } = this;
    const many = ways.length > MOST_BUTTONS;
    for (const way of ways) {
      const kind = way === chosen ? "chosen" : way === cursor ? "aimed" : "possible";
      for (const spot of this.where(way)) layer.append(many && kind === "possible" ? dot(spot) : ring(spot, kind));
    }
    for (const way of [...ways, ...this.here.walks]) {
      const [spot] = way.step.badge ? this.where(way) : [];
      if (spot) layer.append(badge(spot, way.step.badge ?? "", this.page.camera.scale));
    }
    const aimed = cursor ?? chosen;
    for (const way of this.here.walks) {
      for (const spot of this.where(way)) layer.append(way === aimed ? ring(spot, way === chosen ? "chosen" : "aimed") : dot(spot));
    }
    if (isWalk(aimed)) {
      const from = aimed.before.step ? this.where(aimed.before as Way) : [];
      layer.append(trail([...from, ...aimed.through.flatMap((step) => spotsOf(step.id))]));
    }
    // Before it is turned, a thing is shown as it comes.
    const shown = aimed && isTurning(aimed) ? (aimed.ways[0] as Way) : aimed;
    const ghost = shown?.step.shape && shown.step.place && ghostOf(shown.step.shape, shown.step.place);
    if (ghost) {
      ghost.classList.toggle("chosen", shown === chosen);
      layer.append(ghost);
    }
  }

  /** Below a small board, what the picture shows beside it. */
  private showPanel(board: SVGSVGElement): void {
    const beside = this.box(board) !== board.getAttribute("viewBox");
    this.panel.hidden = !beside;
    if (!beside) return this.panel.replaceChildren();
    const choose = byId("choose");
    if (choose && choose.nextElementSibling !== this.panel) choose.after(this.panel);
    const parts = [...board.querySelectorAll<SVGGraphicsElement>(".panel")].flatMap((part) => {
      const spot = spotOf(part);
      if (!spot) return [];
      const copied = part.cloneNode(true) as SVGElement;
      for (const each of [copied, ...copied.querySelectorAll("[id]")]) each.removeAttribute("id");
      const shown = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      set(shown, { class: board.getAttribute("class") ?? "", viewBox: `${spot.x} ${spot.y} ${spot.width} ${spot.height}` });
      shown.append(copied);
      return shown;
    });
    this.panel.replaceChildren(...parts);
  }
}

/** A sentence begins with a capital letter, unless with a name such as b5. */
function capital(text: string): string {
  return /^\p{L}\d/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Change a text only if it is another, so that it is not read aloud again. */
function change(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
