// Choosing moves step by step in any game: what may be pointed at next is marked on the board and listed as buttons. The
// server says for every legal move what is pointed at (a game's steps.py); the choice lives here until it is a move.

import { type Chooser, Fetcher, keyboardHelp, type Place, sendMove, TWICE_MS } from "../chooser";
import { button, byId, make, set, typing } from "../dom";
import { notice } from "../page";
import { say } from "../words";
import { type Bend, Detours, goals, movesOf, type Route, stepsOf } from "./detour";
import { badge, bend, dot, frame, ghostOf, ring, thumb, trail } from "./pictures";
import { middle, outside, type Spot, spotOf, spotsOf } from "./spots";
import { ascend, descend, find, follow, type Fork, grow, isTurning, isWalk, path, type Step, type Told, type Way } from "./tree";

/** So many choices are shown as buttons, and marked by rings; of more, only dots are shown. */
const MOST_BUTTONS = 64;
/** A pointer misses a spot by so many pixels and still means it. */
const MISS = { mouse: 6, touch: 22 };
/** A finger is sure of its aim if the next spot is so much farther. */
const SURE = 1.6;
/** The picture's panels go below the board where this makes the board so much larger. */
const WORTH_IT = 1.25;
/** A move that decides nothing is announced for so long before the page makes it. */
const FORCED_MS = 1_800;
/** Another window may have made it: the page then hears so within this time. */
const HEARD_MS = 1_500;
/** A drag begins so many pixels from where the pointer was pressed; what is dragged is dropped on what is so near. */
const DRAG_FROM = 6;
const DROP = 30;
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
};

/** What the pointer drags: a thing to its place, or the way shown, to go through somewhere. */
interface Drag {
  x: number;
  y: number;
  begun: boolean;
  thing: Way | null;
  /** Of the way: its places when it was grabbed, how many of them are before there, and where it is dragged to. */
  route: string[];
  after: number;
  over: string;
}

export class StepsChooser implements Chooser {
  private root: Fork | null = null;
  private here: Fork | null = null;
  private cursor: Way | null = null;
  private chosen: Way | null = null;
  private chosenWhen = 0;
  private at = -1;
  private sending = false;
  private listed: Fork | null = null;
  /** The steps to go on with when the next choices come: those of a piece that is under way. */
  private afterwards: string[] = [];
  private spots = new Map<string, Spot[]>();
  /** Where the way of a thing that walks is bent. */
  private bends: Bend[] = [];
  private routing = 0;
  private drag: Drag | null = null;
  private dragged = false;
  /** How the thing lay that is dragged again. */
  private turned = "";
  private forcing = 0;
  private forcedAt = -1;

  private readonly ask = make("strong", { id: "ask" });
  private readonly told = make("span", { id: "told" });
  private readonly options = make("div", { id: "options", role: "group", "aria-labelledby": "ask" });
  private readonly play = button("place", say("play"), () => void this.send());
  private readonly bend = button("bend", say("bend"), () => this.goOn(), say("bendHelp"));
  private readonly undo = button("undo", say("undo"), () => this.back());
  private readonly controls = make(
    "div",
    { id: "chooser", "data-client": "", class: "steps" },
    make("p", { id: "preview", "aria-live": "polite" }, this.ask, " ", this.told),
    this.options,
    make("div", { id: "deciding" }, this.play, this.bend, this.undo),
    keyboardHelp(
      ["← ↑ → ↓", say("stepsKeyArrows")],
      ["N", say("stepsKeyNext")],
      ["1 – 9", say("stepsKeyNumber")],
      ["R, Shift+R", say("stepsKeyTurn")],
      ["V", say("stepsKeyBend")],
      ["Enter", say("stepsKeyEnter")],
    ),
  );
  private readonly panel = make("div", { id: "panel", "data-client": "" });

  private readonly fetcher: Fetcher<Told>;
  private readonly detours: Detours;

  constructor(private readonly page: Place) {
    this.fetcher = new Fetcher(page.table, (told) => this.take(told), () => this.update());
    this.detours = new Detours(page.table);
    const { stage } = page;
    this.play.classList.add("main");
    stage.setAttribute("aria-label", say("stepsBoard"));
    stage.setAttribute("aria-describedby", "preview");
    stage.addEventListener("pointerdown", (event) => this.grab(event));
    stage.addEventListener("pointermove", (event) => (this.drag ? this.pull(event) : this.hover(event)));
    stage.addEventListener("pointerup", () => this.drop(true));
    stage.addEventListener("pointercancel", () => this.drop(false));
    // A finger that drags does not scroll the page; and a drag ends with a click, which is not meant as one.
    stage.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { passive: false });
    stage.addEventListener("click", (event) => this.dragged && event.stopImmediatePropagation(), { capture: true });
    stage.addEventListener("pointerleave", () => this.aim(null));
    stage.addEventListener("click", (event) => this.click(event as PointerEvent));
    stage.addEventListener("keydown", (event) => this.steer(event));
    stage.addEventListener("focus", () => stage.matches(":focus-visible") && this.start());
    this.options.addEventListener("keydown", (event) => this.rove(event));
    document.addEventListener("keydown", (event) => this.shortcut(event));
  }

  box(board: SVGSVGElement): string {
    const [whole, part] = [board.getAttribute("viewBox") ?? "", board.dataset.box ?? ""];
    if (!part) return whole;
    const { clientWidth, clientHeight } = this.page.stage;
    const scale = (box: string): number => {
      const [, , width = 1, height = 1] = box.split(" ").map(Number);
      return Math.max(width / Math.max(clientWidth, 1), height / Math.max(clientHeight, 1));
    };
    return scale(whole) > scale(part) * WORTH_IT ? part : whole;
  }

  update(): void {
    const { table, ghost } = this.page;
    const { dataset } = table;
    const board = byId<SVGSVGElement>("board");
    const form = byId("move-form");
    if (form && form.previousElementSibling !== this.controls) form.before(this.controls);
    ghost.setAttribute("class", board?.getAttribute("class") ?? "");
    this.spots.clear();
    if (board) this.showPanel(board);
    if (!dataset.choose) {
      if (!this.sending) this.forget();
    } else if (!this.sending && this.at !== Number(dataset.at)) {
      void this.fetcher.load();
    }
    this.show();
  }

  redraw(): void {
    this.drawMarks();
  }

  suggest(move: string): void {
    const way = this.root && find(this.root, move);
    if (!way || this.sending) return;
    this.bends = [];
    this.routing += 1;
    this.here = way.before;
    this.chosen = way;
    this.chosenWhen = performance.now();
    this.cursor = null;
    const [spot] = this.where(way);
    if (spot) this.page.camera.reveal(...middle(spot), Math.min(spot.width, spot.height) / 2);
    this.show();
  }

  private forget(): void {
    this.force(false);
    this.detours.forget();
    this.bends = [];
    this.routing += 1;
    this.root = this.here = this.cursor = this.chosen = this.listed = null;
    this.at = -1;
  }

  /** Go on with new choices; what was chosen stays chosen where it is still possible. */
  private take(told: Told): void {
    const { chosen } = this;
    const before = this.root ? path(chosen ?? this.here).map(({ step }) => step.id) : this.afterwards;
    const { route } = this;
    const beyond = route.length === this.bends.length;
    this.afterwards = [];
    if (this.at !== told.at) this.detours.forget();
    this.at = told.at;
    this.root = grow(told);
    this.spots.clear();
    this.force(told.forced);
    this.enter(this.root, before);
    if (route.length) void this.lead(route, beyond);
    const { stage } = this.page;
    if (document.activeElement === document.body) stage.focus({ preventScroll: true });
    if (stage.matches(":focus-visible")) this.start();
  }

  /** Go to a place in the tree, and on from there by these steps and by all that leave no choice. */
  private enter(from: Fork, steps: string[] = []): void {
    const to = follow(from, steps);
    const only = to.ways[0];
    this.cursor = null;
    this.bends = [];
    this.routing += 1;
    if (to.move && to.before) {
      this.here = to.before;
      this.chosen = to as Way;
    } else {
      this.here = descend(to);
      const first = this.here.ways[0] as Way | undefined;
      const settled = first && (this.here.ways.length === 1 || isTurning(this.here));
      this.chosen = settled && only ? first : null;
    }
    this.show();
  }

  /** Make a move that decides nothing, after it has been announced for a while; only once, whatever comes of it. */
  private force(forced: boolean): void {
    clearTimeout(this.forcing);
    this.forcing = 0;
    const { at } = this;
    if (!forced || this.forcedAt === at) return;
    this.forcing = window.setTimeout(() => {
      this.forcing = 0;
      if (this.at !== at || this.sending || !this.page.table.dataset.choose) return;
      this.forcedAt = at;
      void this.send(true);
    }, FORCED_MS);
  }

  private get ways(): Way[] {
    return this.sending ? [] : ((this.here?.ways ?? []) as Way[]);
  }

  private where(way: Way): Spot[] {
    const { id, button: none } = way.step;
    let spots = this.spots.get(id);
    if (!spots) this.spots.set(id, (spots = none ? [] : spotsOf(id)));
    return spots;
  }

  private pick(way: Way, by: "point" | "touch" | "unsure" | "key", when: number): void {
    notice("");
    if (!way.move) return this.enter(way);
    const again = this.chosen === way && when - this.chosenWhen > TWICE_MS && (by === "point" || by === "key");
    const turning = by !== "key" && isTurning(way.before);
    this.here = way.before;
    this.chosen = way;
    this.cursor = null;
    const quick = way.step.quick && by !== "unsure" && !isWalk(way) && !this.bends.length;
    if ((again && !turning) || quick) return void this.send();
    this.chosenWhen = when;
    this.show();
  }

  private back(): void {
    if (!this.here || this.sending) return;
    const up = ascend(this.here);
    const several = this.here.ways.length > 1 || this.bends.length > 0;
    const bent = this.bends.at(-1);
    if (bent && !this.chosen) {
      this.bends.pop();
      this.here = this.bends.at(-1)?.here ?? this.thing ?? this.here;
      this.chosen = goals(this.here).find(({ step }) => step.id === bent.id) ?? null;
    } else if (this.chosen && several && !isTurning(this.here)) this.chosen = null;
    else if (up) [this.here, this.chosen] = [up, null];
    else return;
    this.cursor = null;
    this.show();
  }

  private get canGoBack(): boolean {
    const { here, chosen } = this;
    if (!here || this.sending) return false;
    if (this.bends.length) return true;
    return ascend(here) !== null || (chosen !== null && here.ways.length > 1 && !isTurning(here));
  }

  /** What walks: the last thing chosen on the way to here, as the server told it first. */
  private get thing(): Way | null {
    const ids = path(this.here).map(({ step }) => step.id);
    const found = this.root && follow(this.root, ids);
    return found?.before && path(found).length === ids.length ? (found as Way) : null;
  }

  /** What of the choices is shown now: the one aimed at, else the one chosen. */
  private get shown(): Way | null {
    return this.cursor ?? this.chosen;
  }

  /** Bend the way where it is chosen, or aimed, to go, and choose on from there. */
  private goOn(): void {
    const way = this.shown;
    if (!way?.step.quick) return;
    notice("");
    void this.lead([...this.bends.map(({ id }) => id), way.step.id], true);
  }

  /** Lead the way through these places, to the last of them, or on from there, if that can be. */
  private async lead(ids: string[], beyond: boolean): Promise<void> {
    const { thing } = this;
    const turn = (this.routing += 1);
    if (!thing) return;
    const route: Route | null = await this.detours.route(thing, ids, this.at, beyond);
    if (turn !== this.routing || this.sending) return;
    if (!route) {
      change(this.told, say(beyond ? "bendLast" : "bendNone"));
      return;
    }
    this.bends = route.bends;
    this.here = route.bends.at(-1)?.here ?? thing;
    this.chosen = route.last;
    this.cursor = null;
    this.show();
    if (this.page.stage.matches(":focus-visible")) this.start();
  }

  /** The places through which the way that is chosen leads, and where it ends. */
  private get route(): string[] {
    const walks = this.chosen?.step.quick && (isWalk(this.chosen) || this.bends.length);
    return [...this.bends.map(({ id }) => id), ...(walks && this.chosen ? [this.chosen.step.id] : [])];
  }

  /** The steps of the whole way, if it goes on from the last bend so. */
  private through(way: Way | null): Step[] {
    return [...(this.bends.at(-1)?.through ?? []), ...(way?.step.quick ? stepsOf(way) : [])];
  }

  /** Where the line of such a way goes, from the thing on. */
  private line(way: Way | null): Spot[] {
    const { thing } = this;
    const from = thing ? this.where(thing).slice(0, 1) : [];
    return [...from, ...this.through(way).flatMap(({ id }) => spotsOf(id).slice(0, 1))];
  }

  /** The other ways that the chosen thing can lie. */
  private turn(by: 1 | -1): void {
    const { ways, here, chosen } = this;
    if (!here || !chosen || !isTurning(here) || !ways.length) return;
    this.chosen = ways[(ways.indexOf(chosen) + by + ways.length) % ways.length] ?? chosen;
    this.show();
  }

  private aim(way: Way | null): void {
    if (way === this.cursor) return;
    this.cursor = way;
    this.show();
  }

  /** Begin with the keys where something is chosen already, or at the first choice. */
  private start(): void {
    const marked = this.ways.filter((way) => this.where(way).length);
    if (!this.cursor && !this.chosen && marked[0]) this.aim(marked[0]);
  }

  /** What is pointed at: of the choices, else of those made before; nearest first. And whether no other is near. */
  private pointed(event: PointerEvent): { way: Way; sure: boolean } | null {
    if (!this.here || this.sending) return null;
    const { camera } = this.page;
    const { x, y } = camera.point(event.clientX, event.clientY);
    const miss = (event.pointerType === "touch" ? MISS.touch : MISS.mouse) * camera.scale;
    for (const allowed of [0, miss]) {
      for (let fork: Fork | null = this.here; fork; fork = ascend(fork)) {
        const near = [...(fork.ways as Way[]), ...fork.walks]
          .flatMap((way) => this.where(way).map((spot) => ({ way, spot, off: outside(spot, x, y) })))
          .filter(({ off }) => off <= allowed)
          .map(({ way, spot, off }) => {
            const [mx, my] = middle(spot);
            return { way, off, away: Math.hypot(mx - x, my - y) };
          })
          .sort((a, b) => a.off - b.off || a.away - b.away);
        const [first, second] = near;
        if (first) return { way: first.way, sure: !second || second.away > first.away * SURE };
      }
    }
    return null;
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.buttons) return;
    const way = this.pointed(event)?.way ?? null;
    const onWay = this.legAt(event) >= 0;
    this.page.stage.classList.toggle("pointing", way !== null);
    this.page.stage.classList.toggle("grabbing", onWay);
    if (onWay) return this.aim(null);
    this.aim(way && (this.ways.includes(way) || isWalk(way)) ? way : null);
  }

  /** Press the pointer on something that can be dragged: the way that is shown, or a thing that has places. */
  private grab(event: PointerEvent): void {
    this.drop(false);
    this.dragged = false;
    if (!event.isPrimary || event.button !== 0 || !this.here || this.sending) return;
    const { camera } = this.page;
    const after = this.legAt(event);
    const thing = event.pointerType === "touch" || after >= 0 ? null : this.draggable(event);
    if (after < 0 && !thing) return;
    this.drag = { x: event.clientX, y: event.clientY, begun: false, thing, route: this.route, after, over: "" };
    camera.held = true;
  }

  /** Which leg of the chosen way is here, by the number of bends before it; -1 if none is, and at the ends. */
  private legAt(event: PointerEvent): number {
    if (this.route.length === this.bends.length) return -1;
    const { camera } = this.page;
    const { x, y } = camera.point(event.clientX, event.clientY);
    const line = this.line(this.chosen);
    const points = line.map(middle);
    const miss = (event.pointerType === "touch" ? MISS.touch : MISS.mouse) * camera.scale;
    const near = points.slice(1).findIndex((to, k) => distance([x, y], points[k] ?? to, to) <= miss);
    if (near < 0 || [line[0], line.at(-1)].some((end) => end && outside(end, x, y) === 0)) return -1;
    const before = this.bends.findIndex(({ through }) => near < through.length);
    return before < 0 ? this.bends.length : before;
  }

  /** The thing under the pointer that is not a choice itself but has choices of places. */
  private draggable(event: PointerEvent): Way | null {
    const ghost = this.page.ghost.querySelector(".step-ghost")?.getBoundingClientRect();
    if (this.here?.before?.step && isTurning(this.here) && ghost && within(ghost, event)) return this.here.before as Way;
    const found = this.pointed(event)?.way;
    const thing = found && !found.step.shape && path(this.here).includes(found) ? found.before : found;
    return thing?.step?.shape && !thing.move && thing.ways.length > 0 ? (thing as Way) : null;
  }

  private pull(event: PointerEvent): void {
    const { drag } = this;
    if (!drag || (!drag.begun && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM)) return;
    const { stage, camera } = this.page;
    if (!drag.begun) {
      drag.begun = true;
      stage.setPointerCapture(event.pointerId);
      stage.classList.add("dragging");
      if (drag.thing) {
        this.turned = this.chosen && isTurning(this.chosen.before) ? this.chosen.step.id : "";
        this.here = drag.thing;
        this.bends = [];
        this.chosen = this.cursor = null;
        this.show();
      }
    }
    const { x, y } = camera.point(event.clientX, event.clientY);
    const from = drag.thing ?? this.bends[drag.after - 1]?.here ?? this.thing;
    const places = drag.thing ? [...(drag.thing.ways as Way[]), ...drag.thing.walks] : from ? goals(from) : [];
    const over = this.nearest(places, x, y, DROP * camera.scale);
    if (drag.thing) return this.aim(over ?? null);
    if (!over || over.step.id === drag.over) return;
    const { route, after } = drag;
    const { id } = over.step;
    drag.over = id;
    void this.lead([...route.slice(0, after), id, ...route.slice(after).filter((each) => each !== id)], false);
  }

  private nearest(ways: Way[], x: number, y: number, miss: number): Way | undefined {
    const near = ways.flatMap((way) => this.where(way).map((spot) => ({ way, off: outside(spot, x, y), spot })));
    const away = ({ spot }: { spot: Spot }): number => Math.hypot(middle(spot)[0] - x, middle(spot)[1] - y);
    return near.filter(({ off }) => off <= miss).sort((a, b) => away(a) - away(b))[0]?.way;
  }

  /** Let go of what is dragged. */
  private drop(here: boolean): void {
    const { drag, cursor } = this;
    this.page.camera.held = false;
    this.page.stage.classList.remove("dragging");
    this.drag = null;
    if (!drag?.begun) return;
    this.dragged = true;
    if (!drag.thing || !here || !cursor) return;
    // What is let go of is not made at once: it is easily let go of a little beside.
    if (cursor.move) return this.pick(cursor, "unsure", performance.now());
    this.enter(cursor, [this.turned]);
    this.turned = "";
  }

  private click(event: PointerEvent): void {
    const found = this.pointed(event);
    if (!found || !this.here) return;
    const { way, sure } = found;
    const touch = event.pointerType === "touch";
    if (this.legAt(event) >= 0) return this.pick(way, "unsure", event.timeStamp);
    if (!path(this.here).includes(way)) return this.pick(way, touch ? (sure ? "touch" : "unsure") : "point", event.timeStamp);
    if (isTurning(this.here)) this.turn(1);
    else if (event.timeStamp - this.chosenWhen > TWICE_MS) this.back();
  }

  private steer(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.ways.length) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.step(...arrow);
    } else if (event.key === "n" || event.key === "N") {
      this.next(event.shiftKey ? -1 : 1);
    } else if (event.key === "Enter" || event.key === " ") {
      if (event.repeat) return event.preventDefault();
      const way = this.cursor ?? this.chosen;
      if ((this.chosen || this.bends.length) && way === this.chosen) void this.send();
      else if (way) this.pick(way, "key", event.timeStamp);
      else this.start();
      if (this.page.stage === document.activeElement) this.start();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** To the nearest choice that lies this way from here: one straight ahead is nearer than one aside. */
  private step(right: number, down: number): void {
    const from = this.cursor ?? this.chosen;
    const [start] = from ? this.where(from) : [];
    if (!from || !start) return this.here && isTurning(this.here) ? this.turn(right + down > 0 ? 1 : -1) : this.start();
    const [fromX, fromY] = middle(start);
    let best: Way | null = null;
    let least = Infinity;
    for (const way of [...this.ways, ...(this.here?.walks ?? [])]) {
      for (const spot of way === from ? [] : this.where(way)) {
        const [x, y] = middle(spot);
        const ahead = (x - fromX) * right + (y - fromY) * down;
        const aside = Math.abs((x - fromX) * down) + Math.abs((y - fromY) * right);
        const cost = ahead + 2 * aside + (aside > ahead ? 10_000 : 0);
        if (ahead > 0.5 && cost < least) [best, least] = [way, cost];
      }
    }
    if (best) this.come(best);
  }

  private next(by: 1 | -1): void {
    if (this.here && isTurning(this.here)) return this.turn(by);
    const { ways } = this;
    const from = this.cursor ?? this.chosen;
    const to = ways[((from ? ways.indexOf(from) : -1) + by + ways.length) % ways.length];
    if (to) this.come(to);
  }

  private come(way: Way): void {
    if (this.chosen && this.chosen !== way && this.ways.length > 1) this.chosen = null;
    this.aim(way);
    const [spot] = this.where(way);
    if (spot) this.page.camera.reveal(...middle(spot), 40 * this.page.camera.scale);
  }

  /** Arrow keys among the buttons. */
  private rove(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    const all = [...this.options.querySelectorAll<HTMLButtonElement>("button")];
    const at = all.findIndex((each) => each === document.activeElement);
    all[(at + arrow[0] + arrow[1] + all.length) % all.length]?.focus();
    event.preventDefault();
  }

  /** Keys that work wherever nobody is typing. */
  private shortcut(event: KeyboardEvent): void {
    const elsewhere = typing() && !byId("chooser")?.contains(document.activeElement);
    if (!this.here || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = this.ways.length <= MOST_BUTTONS ? this.ways[Number(event.key) - 1] : undefined;
    if (way) this.pick(way, "key", event.timeStamp);
    else if (event.key === "r" || event.key === "R") this.turn(event.shiftKey ? -1 : 1);
    else if (event.key === "v" || event.key === "V") this.goOn();
    else if (event.key === "Escape") this.back();
    else return;
    event.preventDefault();
  }

  /** Make the move, or the moves of the whole way, one after the other. */
  private async send(forced = false): Promise<void> {
    const { chosen, at, here } = this;
    const [first, ...more] = [...(this.bends.at(-1)?.moves ?? []), ...(chosen ? movesOf(chosen) : [])];
    if (!first || this.sending) return;
    this.force(false);
    this.sending = true;
    this.show();
    const { table } = this.page;
    let answer = await sendMove(table, first, at);
    for (const move of more) {
      if (answer.ok) answer = await sendMove(table, move, answer.at);
    }
    this.sending = false;
    this.afterwards = !chosen || chosen.step.quick ? path(chosen?.before ?? here).map(({ step }) => step.id) : [];
    if (answer.ok) {
      notice("");
      this.forget();
      // The next frame may be here already.
      if (table.dataset.choose && Number(table.dataset.at) >= answer.at) void this.fetcher.load();
    } else {
      const { error, status } = answer;
      if (!forced || status !== 409) notice(error);
      else setTimeout(() => Number(table.dataset.at) === at && notice(error), HEARD_MS);
      if (status) void this.fetcher.load();
    }
    this.show();
  }

  private show(): void {
    const { stage } = this.page;
    const { here, chosen } = this;
    const mine = here !== null && (this.root?.ways.length ?? 0) > 0;
    this.controls.hidden = !mine;
    stage.classList.toggle("choosing", mine && !this.sending);
    // Screen readers leave the keys to an application, and keep them for reading a board that only shows.
    stage.setAttribute("role", mine ? "application" : "group");
    if (mine) this.list(here);
    const forced = mine && ascend(here) === null && here.ways.length === 1 && !this.bends.length;
    this.play.disabled = (!chosen && !this.bends.length) || this.sending;
    this.bend.hidden = !here?.ways[0]?.step?.quick;
    this.bend.disabled = !this.shown?.step.quick || this.sending;
    this.play.textContent = forced && chosen ? capital(chosen.step.label) : say("play");
    this.undo.disabled = !this.canGoBack;
    this.undo.hidden = forced;
    change(this.ask, mine ? (this.sending ? say("sending") : (here.ways[0]?.step?.ask ?? "")) : "");
    change(this.told, mine && !this.sending ? this.tell() : "");
    this.drawMarks();
  }

  private tell(): string {
    const { shown } = this;
    if (shown || this.bends.length) {
      const labels = path(shown?.before ?? this.here).map(({ step }) => step.label);
      const last = shown && !shown.step.quick ? shown.step.label : this.through(shown).map(({ label }) => label).join(" → ");
      const move = [...labels, last].join(" · ");
      if (shown && shown !== this.chosen) return `${capital(move)}.`;
      return say(this.forcing ? "forced" : "chosenMove", { move });
    }
    const made = path(this.here).map(({ step }) => step.label);
    if (this.ways.length > MOST_BUTTONS) return say("places", { n: this.ways.length });
    return made.length ? `${capital(made.join(" · "))}.` : "";
  }

  /** The buttons of the choices; they stay what they are while the choices do. */
  private list(here: Fork): void {
    const ways = here.ways as Way[];
    this.options.hidden = ways.length > MOST_BUTTONS || (ways.length === 1 && this.chosen !== null);
    if (this.listed !== here) {
      this.listed = here;
      const focused = this.options.contains(document.activeElement);
      const kinds = byId("board")?.getAttribute("class") ?? "";
      this.options.replaceChildren(
        ...(ways.length > MOST_BUTTONS ? [] : ways).map((way) => {
          const { label, shape, place } = way.step;
          const made = make("button", { type: "button", class: "option", "data-step": way.step.id });
          const picture = shape && (!place || way.step.button) && thumb(shape, place ?? "", kinds);
          if (picture) made.append(picture);
          made.append(make("span", {}, capital(label)));
          made.addEventListener("click", (event) => this.pick(way, event.detail ? "touch" : "key", event.timeStamp));
          made.addEventListener("pointerenter", () => this.aim(way));
          made.addEventListener("pointerleave", () => this.aim(null));
          made.addEventListener("focus", () => made.matches(":focus-visible") && this.aim(way));
          return made;
        }),
      );
      if (focused) (this.options.querySelector("button") ?? this.page.stage).focus({ preventScroll: true });
    }
    const shown = this.cursor ?? this.chosen ?? ways[0];
    frame(this.options.querySelectorAll<SVGSVGElement>("svg"));
    this.options.querySelectorAll("button").forEach((each, k) => {
      set(each, { "aria-pressed": String(ways[k] === this.chosen), tabindex: ways[k] === shown ? "0" : "-1" });
      each.disabled = this.sending;
    });
  }

  private drawMarks(): void {
    const layer = this.page.ghost;
    layer.replaceChildren();
    this.page.demand.concern(this.concerned());
    if (!this.here) return;
    for (const way of path(this.here)) for (const spot of this.where(way)) layer.append(ring(spot, "picked"));
    const { ways, cursor, chosen } = this;
    const many = ways.length > MOST_BUTTONS;
    for (const way of ways) {
      const kind = way === chosen ? "chosen" : way === cursor ? "aimed" : "possible";
      for (const spot of this.where(way)) layer.append(many && kind === "possible" ? dot(spot) : ring(spot, kind));
    }
    for (const way of [...ways, ...this.here.walks]) {
      const [spot] = way.step.badge ? this.where(way) : [];
      if (spot) layer.append(badge(spot, way.step.badge ?? "", this.page.camera.scale));
    }
    const aimed = cursor ?? chosen;
    for (const way of this.here.walks) {
      for (const spot of this.where(way)) layer.append(way === aimed ? ring(spot, way === chosen ? "chosen" : "aimed") : dot(spot));
    }
    if (isWalk(aimed) || this.bends.length) {
      layer.append(trail(this.line(aimed)));
      for (const { id } of this.bends) for (const spot of spotsOf(id)) layer.append(bend(spot));
    }
    // Before it is turned, a thing is shown as it comes, or as it lay.
    const turning = aimed && isTurning(aimed) ? (aimed.ways as Way[]) : [];
    const shown = turning.find(({ step }) => step.id === this.turned) ?? turning[0] ?? aimed;
    const last = shown?.step ?? this.through(null).at(-1);
    const ghost = last?.shape && last.place && ghostOf(last.shape, last.place);
    if (ghost) {
      ghost.classList.toggle("chosen", (shown ?? null) === chosen);
      layer.append(ghost);
    }
  }

  /** What the choice is about: what is chosen already or aimed at, and the things that go somewhere. */
  private concerned(): string[] {
    const about = [...path(this.here), ...(this.shown ? [this.shown] : [])].map(({ step }) => step.id);
    const going = this.ways.flatMap(({ step }) => (step.shape && step.shape !== step.id ? [step.shape] : []));
    return [...about, ...going];
  }

  /** Below a small board, what the picture shows beside it. */
  private showPanel(board: SVGSVGElement): void {
    const beside = this.box(board) !== board.getAttribute("viewBox");
    this.panel.hidden = !beside;
    if (!beside) return this.panel.replaceChildren();
    const choose = byId("choose");
    if (choose && choose.nextElementSibling !== this.panel) choose.after(this.panel);
    const parts = [...board.querySelectorAll<SVGGraphicsElement>(".panel")].flatMap((part) => {
      const spot = spotOf(part);
      if (!spot) return [];
      const copied = part.cloneNode(true) as SVGElement;
      for (const each of [copied, ...copied.querySelectorAll("[id]")]) each.removeAttribute("id");
      const shown = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      set(shown, { class: board.getAttribute("class") ?? "", viewBox: `${spot.x} ${spot.y} ${spot.width} ${spot.height}` });
      shown.append(copied);
      return shown;
    });
    this.panel.replaceChildren(...parts);
  }
}

/** How far a point is from the line between two. */
function distance([x, y]: [number, number], [ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

function within({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent): boolean {
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}

/** A sentence begins with a capital letter, unless with a name such as b5. */
function capital(text: string): string {
  return /^\p{L}\d/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Change a text only if it is another, so that it is not read aloud again. */
function change(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
