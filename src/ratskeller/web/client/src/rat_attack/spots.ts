// Where tiles fit: the legal move numbers, as spots on the table. Numbers are those of games/rat_attack/rules.py.


const FIRST_PLACING = 1024;
const SIZE = 64;
const MIDDLE = 32;
const DIRECTION_STRIDE = SIZE * SIZE;
const TILE_STRIDE = 4 * DIRECTION_STRIDE;

export interface Choices {
  at: number;
  you: number;
  /** Legal move numbers. */
  ids: Int32Array;
  /** What each of them would do, `columns` numbers a move. */
  gains: Int8Array;
  columns: number;
}

/** The choices as the server tells them: numbers in base64. */
export interface Told {
  at: number;
  you: number;
  ids: string;
  gains: string;
  columns: number;
}

export function read({ at, you, ids, gains, columns }: Told): Choices {
  return { at, you, ids: new Int32Array(bytes(ids).buffer), gains: new Int8Array(bytes(gains).buffer), columns };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** East, south, west, north: the way a tile runs from its first space. */
export type Direction = 0 | 1 | 2 | 3;

/** Three spaces in a row that a tile fits on, whichever way round it lies. */
export interface Spot {
  /** 0: along x, 1: along y. */
  line: 0 | 1;
  /** The westernmost or northernmost space. */
  x: number;
  y: number;
  /** The middle of the three, in spaces. */
  middleX: number;
  middleY: number;
}

export interface Gains {
  points: [red: number, green: number];
  rats: [red: number, green: number];
}

export class Spots {
  readonly tiles: number[] = [];
  private readonly lines: [Spot[], Spot[]] = [[], []];
  private readonly places = new Map<number, number>();

  constructor(private readonly choices: Choices) {
    choices.ids.forEach((move, place) => {
      this.places.set(move, place);
      const [tile, direction, x, y] = placed(move);
      if (!this.tiles.includes(tile)) this.tiles.push(tile);
      if (tile === this.tiles[0] && direction < 2) this.lines[direction as 0 | 1].push(spot(direction as 0 | 1, x, y));
    });
  }

  /** All spots for a direction, in reading order. */
  of(direction: Direction): Spot[] {
    return this.lines[line(direction)];
  }

  /** The same spot among those that are legal now. */
  find(wanted: Spot): Spot | null {
    return this.lines[wanted.line].find(({ x, y }) => x === wanted.x && y === wanted.y) ?? null;
  }

  /** The spot whose middle is nearest to a point, at most so many spaces away. */
  nearest(direction: Direction, x: number, y: number, most = Infinity): Spot | null {
    let best: Spot | null = null;
    let least = most;
    for (const each of this.of(direction)) {
      const away = Math.hypot(each.middleX - x, each.middleY - y);
      if (away < least) [best, least] = [each, away];
    }
    return best;
  }

  /** The nearest spot that lies this way from here: one straight ahead is nearer than one aside. */
  next(from: Spot, way: Direction): Spot | null {
    const [right, down] = [(way === 0 ? 1 : 0) - (way === 2 ? 1 : 0), (way === 1 ? 1 : 0) - (way === 3 ? 1 : 0)];
    let best: Spot | null = null;
    let least = Infinity;
    for (const each of this.lines[from.line]) {
      const [x, y] = [each.x - from.x, each.y - from.y];
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      const cost = ahead + 2 * aside + (aside > ahead ? 1000 : 0);
      if (ahead > 0 && cost < least) [best, least] = [each, cost];
    }
    return best;
  }

  /** The spot before or after this one in reading order, round and round. */
  turn(from: Spot, step: 1 | -1): Spot {
    const all = this.lines[from.line];
    return all[(all.indexOf(from) + step + all.length) % all.length] ?? from;
  }

  /** What placing a tile here would do; null if it is not legal. */
  gains(tile: number, direction: Direction, at: Spot): Gains | null {
    const place = this.places.get(number(tile, direction, at));
    if (place === undefined) return null;
    const [red = 0, green = 0, redRats = 0, greenRats = 0] = this.choices.gains.subarray(
      place * this.choices.columns,
      (place + 1) * this.choices.columns,
    );
    return { points: [red, green], rats: [redRats, greenRats] };
  }
}

export function line(direction: Direction): 0 | 1 {
  return (direction % 2) as 0 | 1;
}

/** The first space of a tile that lies here. */
export function first(direction: Direction, { x, y }: Spot): [x: number, y: number] {
  return [x + (direction === 2 ? 2 : 0), y + (direction === 3 ? 2 : 0)];
}

/** The three spaces of a spot, westernmost or northernmost first. */
export function spaces({ line, x, y }: Spot): [x: number, y: number][] {
  return [0, 1, 2].map((k) => (line === 0 ? [x + k, y] : [x, y + k]));
}

/** The text of a placing, as the server takes it. */
export function text(tile: number, direction: Direction, at: Spot): string {
  return `${tile}@${first(direction, at).join(",")}${"eswn"[direction]}`;
}

function number(tile: number, direction: Direction, at: Spot): number {
  const [x, y] = first(direction, at);
  return FIRST_PLACING + tile * TILE_STRIDE + direction * DIRECTION_STRIDE + (y + MIDDLE) * SIZE + x + MIDDLE;
}

function placed(move: number): [tile: number, direction: Direction, x: number, y: number] {
  const place = move - FIRST_PLACING;
  return [
    Math.floor(place / TILE_STRIDE),
    (Math.floor(place / DIRECTION_STRIDE) % 4) as Direction,
    (place % SIZE) - MIDDLE,
    (Math.floor(place / SIZE) % SIZE) - MIDDLE,
  ];
}

function spot(line: 0 | 1, x: number, y: number): Spot {
  return { line, x, y, middleX: x + (line === 0 ? 1.5 : 0.5), middleY: y + (line === 1 ? 1.5 : 0.5) };
}
