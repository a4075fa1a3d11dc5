// Which part of the board is seen. The board and what is layered over it share one viewBox, shaped like their frame.
// One finger scrolls the page; two fingers, the mouse, or the buttons move and zoom the board.

import { calm } from "./dom";

/** A part of the board, in user units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MOST_ZOOM = 8;
const CLOSEST = 1.6;
const MOVE_MS = 260;
const DRAG_FROM = 6;

export class Camera {
  /** User units a pixel. */
  scale = 1;
  /** The pointer drags something else. */
  held = false;
  private view: Box = { x: 0, y: 0, width: 1, height: 1 };
  private box: Box = { x: 0, y: 0, width: 1, height: 1 };
  private fitted = true;
  private shown = false;
  private moving = 0;

  constructor(
    private readonly stage: HTMLElement,
    private readonly layers: () => Iterable<SVGSVGElement>,
    private readonly onChange: () => void,
  ) {
    new ResizeObserver(() => this.resize()).observe(stage);
    this.listenToMouse();
    this.listenToFingers();
  }

  /** Show this box of the board, unless somebody looks at a part of their own choice. */
  show(box: string): void {
    const [x = 0, y = 0, width = 1, height = 1] = box.split(" ").map(Number);
    this.box = { x, y, width, height };
    // The board's own viewBox came with the page; ours goes on from where it was.
    if (this.shown) this.apply();
    if (this.fitted) this.go(this.fitting(), this.shown);
    this.shown = true;
  }

  /** Show the whole board again. */
  fit(): void {
    this.fitted = true;
    this.go(this.fitting(), true);
  }

  /** Look closer (factor below 1) or from further away, keeping a point of the screen, or the middle, where it is. */
  zoom(factor: number, clientX?: number, clientY?: number): void {
    const all = this.fitting();
    const width = Math.min(Math.max(this.view.width * factor, all.width / MOST_ZOOM), all.width * 1.5);
    const frame = this.stage.getBoundingClientRect();
    const right = clientX === undefined ? 0.5 : (clientX - frame.left) / frame.width;
    const down = clientY === undefined ? 0.5 : (clientY - frame.top) / frame.height;
    const height = (width * frame.height) / frame.width;
    this.fitted = false;
    this.go(
      {
        x: this.view.x + (this.view.width - width) * right,
        y: this.view.y + (this.view.height - height) * down,
        width,
        height,
      },
      clientX === undefined,
    );
  }

  /** Move the board by pixels. */
  pan(right: number, down: number): void {
    this.fitted = false;
    this.go({ ...this.view, x: this.view.x - right * this.scale, y: this.view.y - down * this.scale }, false);
  }

  /** A point of the screen, in user units. */
  point(clientX: number, clientY: number): { x: number; y: number } {
    const frame = this.stage.getBoundingClientRect();
    return {
      x: this.view.x + (clientX - frame.left) * this.scale,
      y: this.view.y + (clientY - frame.top) * this.scale,
    };
  }

  /** Bring a point into sight. */
  reveal(x: number, y: number, margin: number): void {
    const { view } = this;
    const right = Math.min(x - margin - view.x, 0) + Math.max(x + margin - view.x - view.width, 0);
    const down = Math.min(y - margin - view.y, 0) + Math.max(y + margin - view.y - view.height, 0);
    if (right || down) this.go({ ...view, x: view.x + right, y: view.y + down }, true);
  }

  get seen(): Readonly<Box> {
    return this.view;
  }

  /** The box, widened to the frame's shape. */
  private fitting(): Box {
    const { clientWidth, clientHeight } = this.stage;
    const scale = Math.max(
      this.box.width / Math.max(clientWidth, 1),
      this.box.height / Math.max(clientHeight, 1),
      1 / CLOSEST,
    );
    const width = clientWidth * scale;
    const height = clientHeight * scale;
    return {
      x: this.box.x - (width - this.box.width) / 2,
      y: this.box.y - (height - this.box.height) / 2,
      width,
      height,
    };
  }

  private resize(): void {
    if (!this.shown) return;
    const { view, stage } = this;
    const height = (view.width * stage.clientHeight) / Math.max(stage.clientWidth, 1);
    this.go(this.fitted ? this.fitting() : { ...view, y: view.y + (view.height - height) / 2, height }, false);
  }

  private go(aim: Box, smoothly: boolean): void {
    cancelAnimationFrame(this.moving);
    const from = this.view;
    if (!smoothly || calm() || document.hidden) {
      this.view = aim;
      this.apply();
      return;
    }
    const start = performance.now();
    const step = (now: number): void => {
      const done = Math.min(Math.max((now - start) / MOVE_MS, 0), 1);
      const part = 1 - (1 - done) ** 3;
      const between = (name: keyof Box): number => from[name] + (aim[name] - from[name]) * part;
      this.view = { x: between("x"), y: between("y"), width: between("width"), height: between("height") };
      this.apply();
      if (done < 1) this.moving = requestAnimationFrame(step);
    };
    this.moving = requestAnimationFrame(step);
  }

  private apply(): void {
    const { x, y, width, height } = this.view;
    this.scale = width / Math.max(this.stage.clientWidth, 1);
    const box = [x, y, width, height].map((value) => value.toFixed(2)).join(" ");
    for (const layer of this.layers()) layer.setAttribute("viewBox", box);
    this.onChange();
  }

  private listenToMouse(): void {
    const { stage } = this;
    let from: PointerEvent | null = null;
    let dragging = false;
    stage.addEventListener("pointerdown", (event) => {
      dragging = false;
      from = event.pointerType !== "touch" && event.button === 0 ? event : null;
    });
    stage.addEventListener("pointermove", (event) => {
      if (!from || this.held) return;
      const far = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > DRAG_FROM;
      if (!dragging && !far) return;
      if (!dragging) stage.setPointerCapture(event.pointerId);
      dragging = true;
      this.pan(event.clientX - from.clientX, event.clientY - from.clientY);
      from = event;
    });
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => (from = null));
    // A drag ends with a click, which is not meant as one.
    stage.addEventListener("click", (event) => dragging && event.stopImmediatePropagation(), { capture: true });
    stage.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.zoom(Math.exp(event.deltaY / 300), event.clientX, event.clientY);
      },
      { passive: false },
    );
  }

  private listenToFingers(): void {
    let last: { x: number; y: number; apart: number } | null = null;
    const both = (touches: TouchList): { x: number; y: number; apart: number } | null => {
      const [a, b] = [touches[0], touches[1]];
      if (!a || !b) return null;
      return {
        x: (a.clientX + b.clientX) / 2,
        y: (a.clientY + b.clientY) / 2,
        apart: Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1),
      };
    };
    this.stage.addEventListener("touchstart", (event) => (last = both(event.touches)), { passive: true });
    this.stage.addEventListener("touchend", (event) => (last = both(event.touches)), { passive: true });
    this.stage.addEventListener(
      "touchmove",
      (event) => {
        const now = both(event.touches);
        if (!now || !last) return;
        event.preventDefault();
        this.pan(now.x - last.x, now.y - last.y);
        this.zoom(last.apart / now.apart, now.x, now.y);
        last = now;
      },
      { passive: false },
    );
  }
}
