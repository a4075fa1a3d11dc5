// What a game adds to the table's page, so that moves are chosen on the board instead of being typed.

import type { Camera } from "./camera";
import type { OnDemand } from "./demand";
import { make } from "./dom";
import { type Done, type NotDone, post } from "./page";
import { say } from "./words";

/** A second click this soon is part of a double click, not a confirmation. */
export const TWICE_MS = 300;
const RETRY_MS = 2_000;

/** The elements and doings of the page that a chooser works with. */
export interface Place {
  table: HTMLElement;
  /** Lies over the board, gets the pointer and the keys. */
  stage: HTMLElement;
  /** Layered over the board, with the same viewBox; the chooser draws here. */
  ghost: SVGSVGElement;
  camera: Camera;
  demand: OnDemand;
}

export interface Chooser {
  /** Which box of the board's picture is to be seen. */
  box(board: SVGSVGElement): string;
  /** The page has changed. */
  update(): void;
  /** The camera has moved. */
  redraw(): void;
  /** Choose a move by its text, without making it. */
  suggest(move: string): void;
}

/** Fetches what may be chosen, one request at a time, until it is what the page shows. */
export class Fetcher<Told extends { at: number }> {
  private loading = false;

  constructor(
    private readonly table: HTMLElement,
    private readonly take: (told: Told) => void,
    private readonly update: () => void,
  ) {}

  async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    const { dataset } = this.table;
    const told = await fetchChoices<Told>(dataset.table ?? "").catch(() => null);
    this.loading = false;
    if (told) this.take(told);
    if (!dataset.choose) return;
    if (!told) setTimeout(this.update, RETRY_MS);
    else if (told.at < Number(dataset.at)) void this.load();
  }
}

/**
 * What may be chosen now, or after steps not made yet, as the server tells it; null if it is not one's turn, or the server
 * cannot say.
 */
export async function fetchChoices<Told>(table: string, after: string[] = []): Promise<Told | null> {
  const query = after.length ? `?${new URLSearchParams(after.map((move) => ["after", move])).toString()}` : "";
  const answer = await fetch(`/table/${table}/choices${query}`, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(20_000),
  });
  return answer.ok ? ((await answer.json()) as Told) : null;
}

/** Make a move by its text, if the table has not changed since the event ``at``. */
export async function sendMove(table: HTMLElement, move: string, at: number): Promise<Done | NotDone> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="form-token"]')?.content ?? "";
  return post(`/table/${table.dataset.table}/move`, new URLSearchParams({ move, at: String(at), _csrf_token: token }));
}

/** The keys of a chooser, and those that every board has. */
export function keyboardHelp(...keys: [string, string][]): HTMLDetailsElement {
  const list = make("dl");
  keys.push(["Esc", say("keyEscape")], ["+, −, 0", say("keyZoom")]);
  for (const [key, does] of keys) {
    list.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, does));
  }
  return make("details", { id: "keys" }, make("summary", {}, say("keys")), list);
}
