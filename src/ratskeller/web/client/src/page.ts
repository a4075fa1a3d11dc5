// The table's page: put in place what the server sends, send what people do, say what went wrong.

import { Idiomorph } from "idiomorph";
import { byId, calm } from "./dom";
import { travel, underWay } from "./motion";
import { say } from "./words";

/** Bring the table up to date; what people are typing, have opened or focused stays. */
export function morph(html: string): void {
  const table = byId("table");
  if (!table) return;
  const log = byId("log");
  const atEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const before = newest();
  const dice = rolled();
  const moving = underWay();
  Idiomorph.morph(table, html, {
    morphStyle: "outerHTML",
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeRemoved: (node) => !(node instanceof Element && node.hasAttribute("data-client")),
      beforeNodeMorphed: (node) => !isHalfTyped(node),
      beforeAttributeUpdated: (name, element) =>
        name !== "data-shown" && !(name === "open" && element instanceof HTMLDetailsElement),
    },
  });
  const story = byId("log");
  if (story && atEnd) story.scrollTop = story.scrollHeight;
  if (newest() !== before) land();
  tumble(dice);
  travel(moving);
}

function isHalfTyped(node: Node): boolean {
  return node instanceof HTMLInputElement && node.type === "text" && node.value !== node.defaultValue;
}

/** Which spaces the tile placed last shows on. */
function newest(): string {
  return Array.from(document.querySelectorAll("#board .newest"), (space) => space.id).join(" ");
}

/** Let what was placed last come down. */
function land(): void {
  if (calm()) return;
  for (const space of document.querySelectorAll("#board .newest")) {
    space.animate(
      [
        { translate: "0 -22px", opacity: 0 },
        { translate: "0 0", opacity: 1 },
      ],
      { duration: 320, easing: "cubic-bezier(.3,.7,.3,1)" },
    );
  }
}

/** The numbers that the picture's dice show. */
function rolled(): Map<Element, string> {
  const dice = Array.from(document.querySelectorAll("#board .die"));
  return new Map(dice.map((die) => [die, /\d+/.exec(die.getAttribute("aria-label") ?? "")?.[0] ?? ""]));
}

/** Let the dice that have been rolled tumble. */
function tumble(before: Map<Element, string>): void {
  if (calm()) return;
  for (const [die, shown] of rolled()) {
    if (!shown || before.get(die) === shown) continue;
    die.animate(
      [
        { rotate: "-35deg", scale: "0.5" },
        { rotate: "10deg", scale: "1.15", offset: 0.7 },
        { rotate: "0deg", scale: "1" },
      ],
      { duration: 420, easing: "ease-out" },
    );
  }
}

export interface Done {
  ok: true;
  at: number;
  /** Of a hint: the move, and what is said of it. */
  move?: string;
  said?: string;
}
export interface NotDone {
  ok: false;
  error: string;
  status: number;
}

/** Post a form's fields; whatever happens, the answer says so. */
export async function post(action: string, fields: URLSearchParams): Promise<Done | NotDone> {
  try {
    const answer = await fetch(action, {
      method: "POST",
      body: fields,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(20_000),
    });
    const told = (await answer.json()) as Partial<Omit<Done, "ok"> & NotDone> & { ok?: boolean };
    if (answer.ok && told.ok) return { ...told, ok: true, at: Number(told.at) };
    return { ok: false, error: told.error ?? say("failed"), status: answer.status };
  } catch {
    return { ok: false, error: say("unreachable"), status: 0 };
  }
}

/** Say what went wrong, or nothing. */
export function notice(sentence: string): void {
  const place = byId("notice");
  if (!place) return;
  place.replaceChildren();
  if (!sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  const shut = document.createElement("button");
  shut.type = "button";
  shut.textContent = "×";
  shut.ariaLabel = say("dismiss");
  shut.addEventListener("click", () => notice(""));
  place.append(line, shut);
}

let sending = false;

/** Send a form of the table without leaving the page. A form is never sent twice at once. */
export async function sendForm(form: HTMLFormElement): Promise<Done | null> {
  if (sending) return null;
  sending = true;
  const buttons = form.querySelectorAll("button");
  for (const each of buttons) each.disabled = true;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  const answer = await post(form.action, fields);
  sending = false;
  for (const each of buttons) each.disabled = false;
  notice(answer.ok ? "" : answer.error);
  if (answer.ok) form.reset();
  return answer.ok ? answer : null;
}

/** Whether a form has to be sent a second time before it is meant; its button asks. */
export function asksFirst(form: HTMLFormElement): boolean {
  const sure = form.querySelector("button");
  if (!form.classList.contains("resign") || !sure || form.dataset.sure) return false;
  const label = sure.textContent;
  form.dataset.sure = "yes";
  sure.textContent = say("sure");
  setTimeout(() => {
    delete form.dataset.sure;
    sure.textContent = label;
  }, 5000);
  return true;
}
