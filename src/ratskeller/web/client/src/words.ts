// Sentences of the page, translated by the server, which leaves them in <template id="words"> (pages/words.html).

const kept: DOMStringMap = document.getElementById("words")?.dataset ?? {};

/** A sentence by its name, with its named parts filled in. */
export function say(name: string, parts: Record<string, string | number> = {}): string {
  return (kept[name] ?? name).replace(/\{(\w+)\}/g, (whole, part: string) => String(parts[part] ?? whole));
}
