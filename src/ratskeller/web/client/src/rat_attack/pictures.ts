// Pictures of what is not on the board yet: the tiles in hand, the ghost of the tile being placed, the tray. They show the faces
// that the board's picture defines (games/rat_attack/picture.py).

import type { Box } from "../camera";
import { byId, draw, make } from "../dom";
import { type Direction, type Gains, line, spaces, type Spot } from "./spots";

const SPACE = 40;
const LIFT = 5;
const RATS = [5, 10];
const PLATE_WIDTH = 172;
const PLATE_HEIGHT = 28;

/** The faces of the tiles in hand, first space to last, by the tiles' numbers; and what the tiles are called. */
export function hand(): Map<number, { faces: number[]; name: string }> {
  const held = new Map<number, { faces: number[]; name: string }>();
  for (const tile of document.querySelectorAll<SVGGElement>("#board-hand .tile")) {
    const faces = (tile.dataset.faces ?? "").split(" ").map(Number);
    held.set(Number(tile.dataset.tile), { faces, name: tile.getAttribute("aria-label") ?? "" });
  }
  return held;
}

function face(number: number, x: number, y: number, size = SPACE): SVGUseElement {
  return draw("use", { href: `#board-face-${number}`, x, y, width: size, height: size });
}

/** A tile as it lies in a direction, drawn from (0, 0) to the east or south. */
function tileShape(faces: number[], direction: Direction): SVGGElement {
  const down = line(direction) === 1;
  const [width, height] = down ? [SPACE, 3 * SPACE] : [3 * SPACE, SPACE];
  const group = draw("g", { class: "h3" }, draw("rect", { class: "top", width, height, rx: 2 }));
  const inOrder = direction >= 2 ? [...faces].reverse() : faces;
  inOrder.forEach((number, k) => {
    if (k) {
      const d = down ? `M4 ${k * SPACE}H36` : `M${k * SPACE} 4V36`;
      group.append(draw("path", { class: "crease", d }));
    }
    if (number) group.append(face(number, down ? 0 : k * SPACE, down ? k * SPACE : 0));
  });
  group.append(draw("rect", { class: "edge", width, height, rx: 2, fill: "none" }));
  return group;
}

/** A tile in a square, turned to its direction. */
export function tilePicture(faces: number[], direction: Direction): SVGSVGElement {
  const group = tileShape(faces, direction);
  group.setAttribute("transform", line(direction) === 1 ? `translate(${SPACE} 0)` : `translate(0 ${SPACE})`);
  return draw("svg", { class: "ratskeller", viewBox: "-3 -3 126 126", "aria-hidden": "true" }, group);
}

/** How high a tile laid here would lie: 1 on the ground. */
export function levelAt(at: Spot): number {
  const [[x, y] = [0, 0]] = spaces(at);
  return Number(byId<SVGGElement>(`board-${x}_${y}`)?.dataset.height ?? 0) + 1;
}

/** Where a tile fits: a short bar in the middle of each spot. */
export function hints(spots: Spot[]): SVGPathElement {
  const d = spots
    .map((at) => {
      const x = at.middleX * SPACE;
      const y = at.middleY * SPACE - LIFT * (levelAt(at) - 1);
      return at.line === 0 ? `M${x - 9} ${y}h18` : `M${x} ${y - 9}v18`;
    })
    .join("");
  return draw("path", { class: "hints", d });
}

/** The ghost of a tile, with what it would score above it. `scale`: user units a pixel. */
export function ghost(
  faces: number[],
  direction: Direction,
  at: Spot,
  gains: Gains,
  chosen: boolean,
  scale: number,
  seen: Box,
): SVGGElement {
  const level = levelAt(at);
  const [x, y] = [at.x * SPACE, at.y * SPACE - LIFT * (level - 1)];
  const tile = tileShape(faces, direction);
  if (level > 1) {
    const right = (at.line === 0 ? 3 * SPACE : SPACE) - 8.5;
    tile.append(
      draw("circle", { class: "chip", cx: right, cy: 7.5, r: 6.5 }),
      draw("text", { class: "level", x: right, y: 11.5, "font-size": 11, "text-anchor": "middle" }, String(level)),
    );
  }
  const frame = draw("rect", {
    class: "frame",
    x: -3,
    y: -3,
    width: at.line === 0 ? 126 : 46,
    height: at.line === 0 ? 46 : 126,
    rx: 4,
  });
  const placed = draw("g", { class: "tile", transform: `translate(${x} ${y})` }, tile, frame);
  const [width, height] = at.line === 0 ? [3 * SPACE, SPACE] : [SPACE, 3 * SPACE];
  const beside = freest({ x, y, width, height }, PLATE_WIDTH * scale, PLATE_HEIGHT * scale, 8 * scale, seen);
  const told = verdict(gains);
  told.setAttribute("transform", `translate(${beside.x} ${beside.y}) scale(${scale})`);
  return draw("g", { class: chosen ? "ghost chosen" : "ghost" }, placed, told);
}

/** Where beside a box a plate covers the fewest tiles: above, below, to the left or to the right. */
function freest(box: Box, width: number, height: number, gap: number, seen: Box): Box {
  const [middleX, middleY] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  let best: Box | null = null;
  let least = Infinity;
  for (const [x, y] of [
    [middleX, box.y - gap - height],
    [middleX, box.y + box.height + gap],
    [box.x - gap - width, middleY],
    [box.x + box.width + gap, middleY],
  ] as const) {
    const out = x < seen.x || y < seen.y || x + width > seen.x + seen.width || y + height > seen.y + seen.height;
    const cost = tilesUnder({ x, y, width, height }) + (out ? 1000 : 0);
    if (cost < least) [best, least] = [{ x, y, width, height }, cost];
  }
  return best ?? box;
}

function tilesUnder({ x, y, width, height }: Box): number {
  let covered = 0;
  for (let column = Math.floor(x / SPACE); column * SPACE < x + width; column += 1) {
    for (let row = Math.floor(y / SPACE); row * SPACE < y + height; row += 1) {
      if (byId(`board-${column}_${row}`)) covered += 1;
    }
  }
  return covered;
}

/** Points and visible rats of both seats, in pixels from (0, 0): round for red, leaf for green, like their badges. */
function verdict({ points, rats }: Gains): SVGGElement {
  const plate = draw("rect", { class: "plate", width: PLATE_WIDTH, height: PLATE_HEIGHT, rx: 6 });
  const group = draw("g", { class: "verdict" }, plate);
  points.forEach((gained, k) => {
    const left = 6 + 40 * k;
    const d = k === 0 ? `M${left + 9} 4h18a10 10 0 0 1 0 20h-18a10 10 0 0 1 0 -20Z` : `M${left + 2} 4h22a10 10 0 0 1 10 10v10h-22a10 10 0 0 1 -10 -10Z`;
    group.append(
      draw("path", { class: `pill seat-${k + 1}${gained ? "" : " none"}`, d }),
      draw("text", { class: `pill-text${gained ? "" : " none"}`, x: left + 18, y: 19, "font-size": 14, "text-anchor": "middle" }, `+${gained}`),
    );
  });
  rats.forEach((seen, k) => {
    const left = 88 + 42 * k;
    group.append(face(RATS[k] ?? 0, left, 3, 22), draw("text", { class: "count", x: left + 30, y: 19, "font-size": 14, "text-anchor": "middle" }, String(seen)));
  });
  return group;
}

/** Visible rats, the tiles in hand and the stock, for the page's head: what the picture's own panel shows. */
export function tray(): HTMLElement[] {
  const parts: HTMLElement[] = [];
  RATS.forEach((number, k) => {
    const told = byId(`board-rats-${k + 1}`)?.textContent ?? "";
    const icon = draw("svg", { class: "ratskeller", viewBox: `0 0 ${SPACE} ${SPACE}`, "aria-hidden": "true" }, face(number, 0, 0));
    parts.push(make("span", { class: `tray-rats seat-${k + 1}` }, icon, told));
  });
  const held = [...hand().values()];
  if (held.length) {
    const tiles = make("span", { class: "tray-hand" });
    for (const { faces, name } of held) {
      const picture = draw("svg", { class: "ratskeller", viewBox: "-3 -3 126 46", role: "img", "aria-label": name }, tileShape(faces, 0));
      tiles.append(picture);
    }
    parts.push(tiles);
  }
  const stock = byId<SVGGElement>("board-stock");
  if (stock) {
    const picture = draw("svg", { class: "ratskeller", viewBox: "383 83 37 26", "aria-hidden": "true" });
    for (const back of stock.querySelectorAll("rect")) picture.append(back.cloneNode());
    parts.push(make("span", { class: "tray-stock" }, picture, stock.textContent.trim()));
  }
  return parts;
}
