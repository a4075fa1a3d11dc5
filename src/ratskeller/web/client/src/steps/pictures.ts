// What the chooser draws: marks where something may be pointed at, ghosts of what would come of it, small pictures on buttons.

import { byId, draw, set } from "../dom";
import type { Spot } from "./spots";
import { middle } from "./spots";

const PAD = 3;
const DOT = 0.13;
const BEND = 0.26;

/** A copy of a part of the picture, without ids and where it was. */
export function copy(shape: string): SVGElement | null {
  const part = byId<SVGElement>(`board-${shape}`)?.cloneNode(true) as SVGElement | undefined;
  if (!part) return null;
  for (const each of [part, ...part.querySelectorAll("[id]")]) each.removeAttribute("id");
  for (const name of ["transform", "role", "aria-label", "tabindex"]) part.removeAttribute(name);
  return part;
}

/** A part of the picture at another place. */
export function ghostOf(shape: string, place: string): SVGGElement | null {
  const part = copy(shape);
  return part && draw("g", { class: "step-ghost", transform: place }, part);
}

/** A ring round a spot. */
export function ring({ x, y, width, height }: Spot, kind: string): SVGGElement {
  const rect = {
    x: x - PAD,
    y: y - PAD,
    width: width + 2 * PAD,
    height: height + 2 * PAD,
    rx: Math.min(width, height) * 0.3 + PAD,
  };
  return draw("g", { class: `step-mark ${kind}` }, draw("rect", { class: "under", ...rect }), draw("rect", { class: "over", ...rect }));
}

/** A dot in the middle of a spot, where rings would be too many. */
export function dot(spot: Spot): SVGCircleElement {
  const [cx, cy] = middle(spot);
  return draw("circle", { class: "step-dot", cx, cy, r: Math.min(spot.width, spot.height) * DOT });
}

/** What a choice earns or costs, at its spot's upper right corner. `scale`: user units a pixel. */
export function badge({ x, y, width }: Spot, text: string, scale: number): SVGGElement {
  return draw(
    "g",
    { class: "step-badge", transform: `translate(${x + width} ${y}) scale(${0.85 * scale})` },
    draw("rect", { x: -4, y: -15, width: 26, height: 19, rx: 6 }),
    draw("text", { x: 9, y: 0, "font-size": 14, "text-anchor": "middle" }, text),
  );
}

/** The line of a walk. */
export function trail(spots: Spot[]): SVGGElement {
  const d = spots.map((spot, k) => `${k ? "L" : "M"}${middle(spot).join(" ")}`).join("");
  return draw("g", { class: "step-trail" }, draw("path", { class: "under", d }), draw("path", { class: "over", d }));
}

/** Where a way is bent. */
export function bend(spot: Spot): SVGGElement {
  const [x, y] = middle(spot);
  const side = Math.min(spot.width, spot.height) * BEND;
  const d = `M${x} ${y - side}l${side} ${side}l${-side} ${side}l${-side} ${-side}Z`;
  return draw("g", { class: "step-bend" }, draw("path", { d }));
}

/** A small picture for a button; its frame is set once it is shown, see `frame`. */
export function thumb(shape: string, place: string, kinds: string): SVGSVGElement | null {
  const part = ghostOf(shape, /rotate\([^)]*\)/.exec(place)?.[0] ?? "");
  return part && draw("svg", { class: `${kinds} thumb`, "aria-hidden": "true" }, part);
}

/** Frame small pictures that are on the page now. */
export function frame(pictures: Iterable<SVGSVGElement>): void {
  for (const picture of pictures) {
    const content = picture.firstElementChild as SVGGElement | null;
    if (!content || picture.hasAttribute("viewBox") || !picture.getClientRects().length) continue;
    const box = content.getBBox();
    set(picture, { viewBox: `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}` });
  }
}
