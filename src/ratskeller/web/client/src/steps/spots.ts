// Where things are in the picture, in its user units. Read from attributes: what is still moving there counts as arrived.

import { byId } from "../dom";

export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What of a place is its spot, so that those of neighbours are apart. */
const WITHIN = 0.8;

/** Where the elements are that stand for a step. A group is where its first child is: the rest may be its name. */
export function spotsOf(id: string): Spot[] {
  const found = [byId<SVGGraphicsElement>(`board-${id}`), ...document.querySelectorAll<SVGGraphicsElement>(`#board [data-same="${CSS.escape(id)}"]`)];
  return found.flatMap((element) => {
    if (element?.tagName !== "g") return (element && within(spotOf(element))) ?? [];
    return spotOf(element.firstElementChild as SVGGraphicsElement) ?? [];
  });
}

function within(spot: Spot | null): Spot | null {
  if (!spot) return null;
  const [width, height] = [spot.width * WITHIN, spot.height * WITHIN];
  return { x: spot.x + (spot.width - width) / 2, y: spot.y + (spot.height - height) / 2, width, height };
}

/** Where an element is; null if it is not shown. */
export function spotOf(element: SVGGraphicsElement): Spot | null {
  if (!element.getClientRects().length) return null;
  const box = element.getBBox();
  const matrix = toRoot(element);
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function toRoot(element: SVGGraphicsElement): DOMMatrix {
  let matrix = new DOMMatrix();
  for (let each: Element | null = element; each instanceof SVGGraphicsElement && each.tagName !== "svg"; each = each.parentElement) {
    let own = new DOMMatrix();
    for (const { matrix: part } of each.transform.baseVal) own = own.multiply(DOMMatrix.fromMatrix(part));
    matrix = own.multiply(matrix);
  }
  return matrix;
}

export function middle({ x, y, width, height }: Spot): [x: number, y: number] {
  return [x + width / 2, y + height / 2];
}

/** How far a point is from a spot's edge; 0 inside. */
export function outside({ x, y, width, height }: Spot, px: number, py: number): number {
  return Math.hypot(Math.max(x - px, 0, px - x - width), Math.max(y - py, 0, py - y - height));
}
