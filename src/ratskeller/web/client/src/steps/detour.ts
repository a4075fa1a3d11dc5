// A way that is bent: one walk after another, each looked up on the server as if those before it had been walked.

import { fetchChoices } from "../chooser";
import { follow, type Fork, grow, isWalk, path, type Step, type Told, type Way } from "./tree";

/** A place that the way leads through. */
export interface Bend {
  id: string;
  /** From the beginning to here. */
  moves: string[];
  through: Step[];
  /** What may be chosen from here. */
  here: Way;
}

export interface Route {
  bends: Bend[];
  /** How it goes on from the last bend. */
  last: Way | null;
}

export function movesOf(way: Way): string[] {
  return isWalk(way) ? way.moves : [way.move];
}

export function stepsOf(way: Way): Step[] {
  return isWalk(way) ? way.through : [way.step];
}

/** Where one may go from here, by single steps and by walks. */
export function goals(here: Fork): Way[] {
  return [...(here.ways as Way[]), ...here.walks].filter(({ step }) => step.quick);
}

export class Detours {
  private known = new Map<string, Promise<Way | null>>();

  constructor(private readonly table: HTMLElement) {}

  forget(): void {
    this.known.clear();
  }

  /**
   * A thing's way through these places, to the last of them, or on from there; null if there is none.
   * `at`: the event up to which the choices are known.
   */
  async route(thing: Way, ids: string[], at: number, beyond: boolean): Promise<Route | null> {
    const bends: Bend[] = [];
    let here = thing;
    for (const [k, id] of ids.entries()) {
      const way = goals(here).find(({ step }) => step.id === id);
      if (!way) return null;
      if (k === ids.length - 1 && !beyond) return { bends, last: way };
      const before = bends.at(-1);
      const moves = [...(before?.moves ?? []), ...movesOf(way)];
      const next = await this.after(thing, moves, at);
      if (!next) return null;
      bends.push({ id, moves, through: [...(before?.through ?? []), ...stepsOf(way)], here: next });
      here = next;
    }
    return { bends, last: null };
  }

  /** What a thing may do after these moves of its own; null if that is nothing, or cannot be said. */
  private after(thing: Way, moves: string[], at: number): Promise<Way | null> {
    const key = moves.join("\n");
    let found = this.known.get(key);
    if (!found) {
      found = this.ask(thing, moves, at);
      this.known.set(key, found);
      void found.then((way) => way || this.known.delete(key));
    }
    return found;
  }

  private async ask(thing: Way, moves: string[], at: number): Promise<Way | null> {
    const told = await fetchChoices<Told>(this.table.dataset.table ?? "", moves).catch(() => null);
    if (told?.at !== at) return null;
    const ids = path(thing).map(({ step }) => step.id);
    const fork = follow(grow(told), ids);
    if (path(fork).length < ids.length) return null;
    return Object.assign(fork, { step: thing.step, before: thing.before });
  }
}
