// What a game adds to the table's page, so that moves are chosen on the board instead of being typed.

import type { Camera } from "./camera";
import { type Done, type NotDone, post } from "./page";

/** The elements and doings of the page that a chooser works with. */
export interface Place {
  table: HTMLElement;
  /** Lies over the board, gets the pointer and the keys. */
  stage: HTMLElement;
  /** Layered over the board, with the same viewBox; the chooser draws here. */
  ghost: SVGSVGElement;
  camera: Camera;
}

export interface Chooser {
  /** Which box of the board's picture is to be seen. */
  box(board: SVGSVGElement): string;
  /** The page has changed. */
  update(): void;
  /** The camera has moved. */
  redraw(): void;
}

/** What may be chosen now, as the server tells it; null if it is not one's turn, or the server cannot say. */
export async function fetchChoices<Told>(table: string): Promise<Told | null> {
  const answer = await fetch(`/table/${table}/choices`, {
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
