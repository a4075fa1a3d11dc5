// What may be pointed at, one thing after the other, until it is a move: the legal moves as a tree of steps.

export interface Step {
  id: string;
  label: string;
  /** What is to be chosen where this step is one of the choices. */
  ask: string;
  /** The part of the picture that shows the step on its button and, where it has a place, on the board. */
  shape?: string;
  place?: string;
  /** What it earns or costs. */
  badge?: string;
  /** Nothing on the board stands for it. */
  button?: true;
  /** A click is enough to make the move. */
  quick?: true;
}

export interface Told {
  at: number;
  /** There is only one move, and it decides nothing. */
  forced: boolean;
  steps: Step[];
  moves: { text: string; steps: number[] }[];
  /** Several moves of one thing: the steps that they have in common, their texts, the last step of each. */
  walks: { steps: number[]; moves: string[]; ways: number[] }[];
}

export interface Fork {
  step: Step | null;
  before: Fork | null;
  ways: Fork[];
  /** Where a thing comes by several moves. */
  walks: Walk[];
  /** The text of the move that this step completes. */
  move: string;
}

export interface Way extends Fork {
  step: Step;
  before: Fork;
}

export interface Walk extends Way {
  moves: string[];
  through: Step[];
}

export function grow(told: Told): Fork {
  const root: Fork = { step: null, before: null, ways: [], walks: [], move: "" };
  const known = new Map<Fork, Map<string, Fork>>();
  for (const { text, steps } of told.moves) {
    let here = root;
    for (const number of steps) {
      const step = told.steps[number];
      if (!step) continue;
      const ways = known.get(here) ?? new Map<string, Fork>();
      known.set(here, ways);
      let next = ways.get(step.id);
      if (!next) {
        next = { step, before: here, ways: [], walks: [], move: "" };
        ways.set(step.id, next);
        here.ways.push(next);
      }
      here = next;
    }
    here.move = text;
  }
  const those = (numbers: number[]): Step[] => numbers.flatMap((number) => told.steps[number] ?? []);
  for (const { steps, moves, ways } of told.walks) {
    const through = those(ways);
    const [step, move] = [through.at(-1), moves[0]];
    const before = follow(root, those(steps).map(({ id }) => id));
    if (step && move) before.walks.push({ step, before, ways: [], walks: [], move, moves, through });
  }
  return root;
}

/** The steps that lead here. */
export function path(here: Fork | null): Way[] {
  const steps: Way[] = [];
  for (let fork = here; fork?.before; fork = fork.before) steps.unshift(fork as Way);
  return steps;
}

/** The step that completes a move; null if there is no such move. */
export function find(here: Fork, move: string): Way | null {
  if (here.move === move && here.before) return here as Way;
  for (const way of here.ways) {
    const found = find(way, move);
    if (found) return found;
  }
  return null;
}

/** As far as these steps still lead. */
export function follow(root: Fork, ids: string[]): Fork {
  let here = root;
  for (const id of ids) {
    const next = here.ways.find((way) => way.step?.id === id);
    if (!next) return here;
    here = next;
  }
  return here;
}

/** On from here where there is only one way, but never to a move. */
export function descend(here: Fork): Fork {
  const [only] = here.ways;
  return only && here.ways.length === 1 && !only.move ? descend(only) : here;
}

/** Where the last choice was made; null if there was none. */
export function ascend(here: Fork): Fork | null {
  for (let fork = here.before; fork; fork = fork.before) if (fork.ways.length > 1) return fork;
  return null;
}

/** Whether all that is left to choose is how a thing lies that is shown on the board already. */
export function isTurning(here: Fork): boolean {
  return here.ways.length > 0 && here.ways.every(({ step, move }) => step?.button && step.place && move);
}

export function isWalk(way: Fork | null): way is Walk {
  return way !== null && "moves" in way;
}
