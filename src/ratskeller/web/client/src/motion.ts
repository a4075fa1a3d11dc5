// Movement. What moves in the picture glides there, by its style sheet, straight; where the picture tells the way that
// it went (`data-way-of`), it goes along that way instead. Where motion is unwanted nothing glides, so nothing goes.

import { byId } from "./dom";

type Point = [x: number, y: number];

/** On the way to somewhere, and for how long: a start, and a part for the way, in widths of the board. */
const START_MS = 250;
const WIDTH_MS = 1600;
const LONGEST_MS = 1500;
/** A way is cut in pieces of so many user units. */
const PIECE = 6;
/** A thing has come from a way, or to its end, if it is no farther from it than so many times its own size. */
const NEAR = 1.5;

const going = new Map<Element, Animation>();

/** Where the things are that are under way just now. */
export function underWay(): Map<Element, Point> {
  return new Map([...going.keys()].map((mover) => [mover, translation(getComputedStyle(mover).transform)]));
}

/** Let what has begun to glide go along its way. `before`: where things under way were before the page was changed. */
export function travel(before: Map<Element, Point>): void {
  const board = byId<SVGSVGElement>("board");
  for (const glide of board?.getAnimations({ subtree: true }) ?? []) {
    if (!(glide instanceof CSSTransition) || glide.transitionProperty !== "transform") continue;
    const effect = glide.effect;
    if (!(effect instanceof KeyframeEffect) || !(effect.target instanceof SVGGraphicsElement)) continue;
    const mover = effect.target;
    const way = wayOf(mover);
    const [first, last] = effect.getKeyframes();
    if (!board || !way || !first || !last) continue;
    const continued = before.get(mover);
    const to = translation(String(last.transform));
    const line = onward(way, continued ?? translation(String(first.transform)), to, NEAR * size(mover));
    if (!line) continue;
    glide.cancel();
    going.get(mover)?.cancel();
    const [, , width = 1] = (board.dataset.box ?? board.getAttribute("viewBox") ?? "").split(" ").map(Number);
    go(mover, line, width, continued !== undefined);
  }
}

function wayOf(mover: Element): SVGPathElement | null {
  const name = mover.id.replace(/^board-/, "");
  return document.querySelector<SVGPathElement>(`#board [data-way-of="${CSS.escape(name)}"]`);
}

function translation(transform: string): Point {
  const { e, f } = new DOMMatrix(transform === "none" ? "" : transform);
  return [e, f];
}

function size(mover: SVGGraphicsElement): number {
  const { width, height } = mover.getBBox();
  return Math.max(width, height);
}

/** From where a thing is along the way to where it goes; null if it does not come from this way, or not go to its end. */
function onward(way: SVGPathElement, from: Point, to: Point, near: number): Point[] | null {
  const length = way.getTotalLength();
  const pieces = Math.max(1, Math.ceil(length / PIECE));
  const points = Array.from({ length: pieces + 1 }, (_, k): Point => {
    const { x, y } = way.getPointAtLength((k * length) / pieces);
    return [x, y];
  });
  const away = points.map((point) => apart(point, from));
  const nearest = Math.min(...away);
  const end = points.at(-1);
  if (!end || nearest > near || apart(end, to) > near) return null;
  return [from, ...points.slice(away.indexOf(nearest)), to];
}

function apart([a, b]: Point, [x, y]: Point): number {
  return Math.hypot(a - x, b - y);
}

function go(mover: Element, line: Point[], width: number, continued: boolean): void {
  const gone = [0];
  line.slice(1).forEach((point, k) => gone.push((gone[k] ?? 0) + apart(point, line[k] ?? point)));
  const length = gone.at(-1) ?? 0;
  if (!length) return;
  const animation = mover.animate(
    line.map(([x, y], k) => ({ transform: `translate(${x}px, ${y}px)`, offset: Math.min((gone[k] ?? 0) / length, 1) })),
    {
      duration: Math.min(START_MS + (WIDTH_MS * length) / width, LONGEST_MS),
      easing: continued ? "ease-out" : "ease-in-out",
    },
  );
  going.set(mover, animation);
  const done = (): void => {
    if (going.get(mover) === animation) going.delete(mover);
  };
  animation.addEventListener("finish", done);
  animation.addEventListener("cancel", done);
}
