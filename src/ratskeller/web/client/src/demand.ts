// Parts of the picture that are shown on demand: as a whole by a button that stays as it is pressed, and one by one
// where they begin or end at what is pointed at or chosen. The picture tells which they are (`data-on-demand`, the
// button's label) and what each of them leads to (`data-ends`); what is shown has `data-shown`, which is only ours.

import { button, byId, make, set } from "./dom";
import { say } from "./words";

export class OnDemand {
  readonly buttons = make("div", { id: "shown", "data-client": "", role: "group", "aria-label": say("shown") });
  private readonly wanted = new Set<string>();
  private concerned = new Set<string>();
  private pointed: string | undefined;

  /** The picture has changed. */
  update(): void {
    for (const part of document.querySelectorAll<SVGElement>("#board [data-on-demand]")) {
      const id = `show-${part.id}`;
      if (byId(id)) continue;
      const made = button(id, part.dataset.onDemand ?? "", () => {
        if (!this.wanted.delete(part.id)) this.wanted.add(part.id);
        set(made, { "aria-pressed": String(this.wanted.has(part.id)) });
        this.apply();
      });
      this.buttons.append(set(made, { "aria-pressed": String(this.wanted.has(part.id)) }));
    }
    this.apply();
  }

  /** What is chosen or aimed at, by the ids of elements without the picture's own prefix. */
  concern(ids: Iterable<string>): void {
    this.concerned = new Set(ids);
    this.apply();
  }

  /** The pointer is here. */
  point(ids: Iterable<string>): void {
    const [id] = ids;
    if (id === this.pointed) return;
    this.pointed = id;
    this.apply();
  }

  /** Where something on demand begins or ends. */
  get ends(): Set<string> {
    const parts = document.querySelectorAll<SVGElement>("#board [data-ends]");
    return new Set(Array.from(parts, ends).flat());
  }

  private apply(): void {
    const places = new Set(this.pointed === undefined ? [] : [this.pointed]);
    for (const id of this.concerned) {
      const on = byId<SVGElement>(`board-${id}`)?.dataset.on;
      places.add(id);
      if (on) places.add(on);
    }
    for (const part of document.querySelectorAll<SVGElement>("#board [data-on-demand]")) {
      part.toggleAttribute("data-shown", this.wanted.has(part.id));
    }
    for (const part of document.querySelectorAll<SVGElement>("#board [data-ends]")) {
      part.toggleAttribute("data-shown", ends(part).some((id) => places.has(id)));
    }
  }
}

function ends(part: SVGElement): string[] {
  return part.dataset.ends?.split(" ") ?? [];
}
