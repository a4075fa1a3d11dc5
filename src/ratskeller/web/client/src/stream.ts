// The table's live stream. The browser's own reconnecting gives up after a refused first connect or a 5xx, so every lost
// connection is replaced by a new one. A hidden tab gives its connection back: browsers allow six to a server.

const HIDDEN_FOR = 15_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const NOTICE_AFTER = 1_200;

export class Stream {
  private source: EventSource | null = null;
  private wait = FIRST_WAIT;
  private retry = 0;
  private hiding = 0;
  private complaint = 0;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly onFrame: (html: string) => void,
    private readonly onLost: () => void,
  ) {
    document.addEventListener("visibilitychange", () => this.watch());
    addEventListener("online", () => this.reopen());
    addEventListener("pageshow", () => this.reopen());
    addEventListener("pagehide", () => this.close());
    this.open();
  }

  private open(): void {
    if (this.source) return;
    this.closed = false;
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("table", (event: MessageEvent<string>) => {
      this.wait = FIRST_WAIT;
      clearTimeout(this.complaint);
      this.complaint = 0;
      this.onFrame(event.data);
    });
    source.addEventListener("error", () => this.lost());
  }

  private lost(): void {
    this.drop();
    if (this.closed) return;
    this.complaint ||= window.setTimeout(() => this.onLost(), NOTICE_AFTER);
    this.retry = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private drop(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  private close(): void {
    this.closed = true;
    clearTimeout(this.complaint);
    this.complaint = 0;
    this.drop();
  }

  private reopen(): void {
    if (this.source || document.hidden) return;
    clearTimeout(this.retry);
    this.wait = FIRST_WAIT;
    this.open();
  }

  private watch(): void {
    clearTimeout(this.hiding);
    if (document.hidden) this.hiding = window.setTimeout(() => this.close(), HIDDEN_FOR);
    else this.reopen();
  }
}
