// Small helpers for elements. What this script adds to the page carries data-client, so that the morph leaves it alone.

const SVG = "http://www.w3.org/2000/svg";

export function byId<T extends Element = HTMLElement>(id: string): T | null {
  return document.getElementById(id) as unknown as T | null;
}

/** An HTML element of ours. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes).append(...children);
  return element;
}

/** An SVG element. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes).append(...children);
  return element;
}

export function set<T extends Element>(element: T, attributes: Record<string, string | number>): T {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** A button of ours with a label and, where a symbol stands for it, its name. */
export function button(id: string, label: string, does: () => void, name = label): HTMLButtonElement {
  const made = make("button", { id, type: "button", "data-client": "", "aria-label": name, title: name }, label);
  made.addEventListener("click", does);
  return made;
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether keys typed now are meant for a field, a button or a link. */
export function typing(): boolean {
  return document.activeElement?.matches("input, select, textarea, button, a, summary") ?? false;
}
