// Choosing a placing in Rat Attack: a tile, a direction, and a spot under a cursor that only visits legal ones. The choice lives
// here, not on the server, so it outlasts whatever the server sends meanwhile.

import { type Chooser, Fetcher, keyboardHelp, type Place, sendMove, TWICE_MS } from "../chooser";
import { button, byId, make, typing } from "../dom";
import { notice } from "../page";
import { say } from "../words";
import { ghost, hand, hints, levelAt, tilePicture, tray } from "./pictures";
import { type Choices, type Direction, first, line, read, type Spot, Spots, text, type Told } from "./spots";

const SPACE = 40;
const LIFT = 5;
/** A pointer further than this from the middle of a spot, in spaces, aims at none. */
const REACH = 2.6;
const WAYS: Record<string, Direction> = { ArrowRight: 0, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 3 };

export class RatAttack implements Chooser {
  private choices: Choices | null = null;
  private spots: Spots | null = null;
  private tile = 0;
  private direction: Direction = 0;
  private at: Spot | null = null;
  private chosen = false;
  private chosenWhen = 0;
  private sending = false;
  /** Where the cursor was last, in spaces. */
  private aim = { x: 0.5, y: 1.5 };

  private readonly tiles = make("div", { id: "tiles", role: "group", "aria-label": say("tiles") });
  private readonly preview = make("p", { id: "preview", "aria-live": "polite" });
  private readonly place = button("place", say("place"), () => void this.send());
  private readonly undo = button("undo", say("undo"), () => this.takeBack());
  private readonly controls = make(
    "div",
    { id: "chooser", "data-client": "" },
    this.tiles,
    make(
      "div",
      { id: "turning" },
      button("rotate-back", "↺", () => this.rotate(-1), say("rotateBack")),
      button("rotate", "↻", () => this.rotate(1), say("rotate")),
    ),
    this.preview,
    make("div", { id: "deciding" }, this.place, this.undo),
    keyboardHelp(
      ["← ↑ → ↓", say("keyArrows")],
      ["N", say("keyNext")],
      ["R, Shift+R", say("keyRotate")],
      ["T, 1, 2", say("keyTile")],
      ["Enter", say("keyEnter")],
    ),
  );
  private readonly tray = make("div", { id: "tray", "data-client": "" });

  private readonly fetcher: Fetcher<Told>;

  constructor(private readonly page: Place) {
    this.fetcher = new Fetcher(page.table, (told) => this.take(read(told)), () => this.update());
    this.place.classList.add("main");
    page.stage.setAttribute("aria-describedby", "preview");
    page.stage.addEventListener("pointermove", (event) => this.hover(event));
    page.stage.addEventListener("pointerleave", () => this.leave());
    page.stage.addEventListener("click", (event) => this.click(event as PointerEvent));
    page.stage.addEventListener("keydown", (event) => this.steer(event));
    page.stage.addEventListener("focus", () => page.stage.matches(":focus-visible") && this.start());
    document.addEventListener("keydown", (event) => this.shortcut(event));
  }

  box(board: SVGSVGElement): string {
    return board.dataset.box ?? "";
  }

  update(): void {
    const { dataset } = this.page.table;
    const form = byId("move-form");
    if (form && form.previousElementSibling !== this.controls) form.before(this.controls);
    const head = byId("head");
    if (head && this.tray.parentElement !== head) head.append(this.tray);
    this.tray.replaceChildren(...tray());
    if (!dataset.choose) {
      this.choices = this.spots = this.at = null;
      this.chosen = false;
    } else if (this.choices?.at !== Number(dataset.at)) {
      void this.fetcher.load();
    }
    this.show();
  }

  redraw(): void {
    this.drawGhost();
  }

  suggest(move: string): void {
    const spots = this.free;
    if (!spots) return;
    for (const tile of spots.tiles) {
      for (const direction of Object.values(WAYS)) {
        const at = spots.of(direction).find((each) => text(tile, direction, each) === move);
        if (!at) continue;
        [this.tile, this.direction] = [tile, direction];
        this.move(at);
        this.choose(performance.now());
      }
    }
  }

  /** Go on with new choices; what was chosen stays chosen where it is still possible. */
  private take(choices: Choices): void {
    this.choices = choices;
    this.spots = new Spots(choices);
    if (!this.spots.tiles.includes(this.tile)) {
      this.tile = this.spots.tiles[0] ?? 0;
      this.chosen = false;
    }
    this.at = this.at && this.spots.find(this.at);
    this.chosen &&= this.at !== null;
    if (document.activeElement === document.body) this.page.stage.focus({ preventScroll: true });
    if (this.page.stage.matches(":focus-visible")) this.start();
    this.show();
  }

  private get free(): Spots | null {
    return this.sending ? null : this.spots;
  }

  private pick(tile: number): void {
    if (!this.free?.tiles.includes(tile)) return;
    this.tile = tile;
    this.show();
  }

  private rotate(by: 1 | -1): void {
    const spots = this.free;
    if (!spots) return;
    this.direction = ((this.direction + by + 4) % 4) as Direction;
    if (this.at && this.at.line !== line(this.direction)) this.aimAt(spots.nearest(this.direction, this.aim.x, this.aim.y), true);
    this.show();
  }

  private aimAt(at: Spot | null, keepAim = false): void {
    this.at = at;
    if (!at) this.chosen = false;
    else if (!keepAim) this.aim = { x: at.middleX, y: at.middleY };
  }

  /** Begin with the cursor near where it was last. */
  private start(): void {
    if (!this.free || this.at) return;
    this.aimAt(this.free.nearest(this.direction, this.aim.x, this.aim.y));
    this.show();
  }

  private pointed(event: MouseEvent): Spot | null {
    const spots = this.free;
    if (!spots) return null;
    const { x, y } = this.page.camera.point(event.clientX, event.clientY);
    let best: Spot | null = null;
    let least = REACH;
    for (const each of spots.of(this.direction)) {
      const lift = (LIFT * (levelAt(each) - 1)) / SPACE;
      const away = Math.hypot(each.middleX - x / SPACE, each.middleY - lift - y / SPACE);
      if (away < least) [best, least] = [each, away];
    }
    return best;
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.buttons || this.chosen || !this.free) return;
    const at = this.pointed(event);
    if (at === this.at) return;
    this.aimAt(at);
    this.show();
  }

  private leave(): void {
    if (this.chosen || this.page.stage.matches(":focus-visible")) return;
    this.aimAt(null);
    this.show();
  }

  private click(event: PointerEvent): void {
    const at = this.pointed(event);
    if (!at) return;
    const again = this.chosen && at === this.at;
    if (again && event.pointerType !== "touch") {
      if (event.timeStamp - this.chosenWhen > TWICE_MS) void this.send();
      return;
    }
    this.aimAt(at);
    this.choose(event.timeStamp);
  }

  private choose(when: number): void {
    if (!this.at) return;
    this.chosen = true;
    this.chosenWhen = when;
    notice("");
    this.show();
  }

  private takeBack(): void {
    if (!this.chosen || this.sending) return;
    this.chosen = false;
    this.show();
  }

  private steer(event: KeyboardEvent): void {
    const spots = this.free;
    if (!spots || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way !== undefined) {
      if (this.at) this.move(spots.next(this.at, way) ?? this.at);
      else this.start();
    } else if (event.key === "n" || event.key === "N") {
      if (this.at) this.move(spots.turn(this.at, event.shiftKey ? -1 : 1));
      else this.start();
    } else if (event.key === "Enter" || event.key === " ") {
      if (event.repeat) return event.preventDefault();
      if (this.chosen) void this.send();
      else if (this.at) this.choose(event.timeStamp);
      else this.start();
    } else {
      return;
    }
    event.preventDefault();
  }

  private move(to: Spot): void {
    this.chosen = false;
    this.aimAt(to);
    this.page.camera.reveal(to.middleX * SPACE, to.middleY * SPACE, 2 * SPACE);
    this.show();
  }

  /** Keys that work wherever nobody is typing. */
  private shortcut(event: KeyboardEvent): void {
    const elsewhere = typing() && !byId("chooser")?.contains(document.activeElement);
    if (!this.free || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
    const tiles = [...hand().keys()];
    if (event.key === "r" || event.key === "R") this.rotate(event.shiftKey ? -1 : 1);
    else if (event.key === "t" || event.key === "T") this.pick(tiles.find((tile) => tile !== this.tile) ?? this.tile);
    else if (event.key === "1" || event.key === "2") this.pick(tiles[Number(event.key) - 1] ?? this.tile);
    else if (event.key === "Escape") this.takeBack();
    else return;
    event.preventDefault();
  }

  private async send(): Promise<void> {
    const { choices, at } = this;
    if (!choices || !at || !this.chosen || this.sending) return;
    this.sending = true;
    this.show();
    const answer = await sendMove(this.page.table, text(this.tile, this.direction, at), choices.at);
    this.sending = false;
    if (answer.ok) {
      notice("");
      this.chosen = false;
      this.at = null;
      // The next frame may be here already, with choices of its own.
      if (this.choices === choices) this.choices = this.spots = null;
      if (this.page.table.dataset.choose && Number(this.page.table.dataset.at) >= answer.at && !this.choices) void this.fetcher.load();
    } else {
      notice(answer.error);
      if (answer.status) void this.fetcher.load();
    }
    this.show();
  }

  private show(): void {
    const held = hand();
    const mine = this.spots !== null;
    const pictures: HTMLElement[] = [];
    for (const [tile, { faces, name }] of mine ? held : []) {
      const pressed = tile === this.tile;
      const shown = make("button", { type: "button", class: "tile-button", "aria-pressed": String(pressed), "aria-label": name, "data-tile": String(tile) });
      shown.append(tilePicture(faces, this.direction));
      shown.disabled = this.sending;
      shown.addEventListener("click", () => this.pick(tile));
      pictures.push(shown);
    }
    const focused = document.activeElement?.closest<HTMLElement>(".tile-button")?.dataset.tile;
    this.tiles.replaceChildren(...pictures);
    if (focused) pictures.find((each) => each.dataset.tile === focused)?.focus({ preventScroll: true });
    this.place.disabled = !this.chosen || this.sending;
    this.undo.disabled = !this.chosen || this.sending;
    this.controls.hidden = !mine;
    this.page.stage.classList.toggle("choosing", mine);
    // Screen readers leave the keys to an application, and keep them for reading a board that only shows.
    this.page.stage.setAttribute("role", mine ? "application" : "group");
    this.tiles.dataset.direction = "eswn"[this.direction];
    const told = this.told();
    if (this.preview.textContent !== told) this.preview.textContent = told;
    this.drawGhost();
  }

  /** What the page says of the cursor: where it is, and what would come of it. */
  private told(): string {
    if (!this.spots) return "";
    if (this.sending) return say("sending");
    if (!this.at) return say("aim");
    const gains = this.spots.gains(this.tile, this.direction, this.at);
    if (!gains) return "";
    const [x, y] = first(this.direction, this.at);
    return say(this.chosen ? "chosen" : "preview", {
      tile: this.tile,
      x,
      y,
      direction: say(["east", "south", "west", "north"][this.direction] ?? ""),
      level: levelAt(this.at),
      red: gains.points[0],
      green: gains.points[1],
      red_rats: gains.rats[0],
      green_rats: gains.rats[1],
    });
  }

  private drawGhost(): void {
    const { ghost: layer, camera } = this.page;
    layer.replaceChildren();
    if (!this.spots) return;
    if (!this.chosen) layer.append(hints(this.spots.of(this.direction)));
    const faces = hand().get(this.tile)?.faces;
    const gains = this.at && this.spots.gains(this.tile, this.direction, this.at);
    if (this.at && faces && gains) {
      layer.append(ghost(faces, this.direction, this.at, gains, this.chosen, camera.scale, camera.seen));
    }
  }
}
