// What a game adds to the table's page, so that moves are chosen on the board instead of being typed.

import type { Camera } from "./camera";

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
  /** The page has changed. */
  update(): void;
  /** The camera has moved. */
  redraw(): void;
}

export interface Choices {
  at: number;
  you: number;
  /** Legal move numbers. */
  ids: Int32Array;
  /** What each of them would do, `columns` numbers a move. */
  gains: Int8Array;
  columns: number;
}

/** What may be chosen now; null if it is not one's turn, or the server cannot say. */
export async function fetchChoices(table: string): Promise<Choices | null> {
  const answer = await fetch(`/table/${table}/choices`, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) return null;
  const told = (await answer.json()) as { at: number; you: number; ids: string; gains: string; columns: number };
  return {
    at: told.at,
    you: told.you,
    ids: new Int32Array(bytes(told.ids).buffer),
    gains: new Int8Array(bytes(told.gains).buffer),
    columns: told.columns,
  };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
