/** So long a finger rests on a row until its actions show, ms. */
const HOLD_MS = 600;
/** How far it may stray meanwhile, px. */
const STRAY = 10;

/** These do something of their own when they are tapped, and these when they are held: a browser offers to open a link elsewhere. */
const TAPPED = 'a, button, input, label, summary, audio, video';
const HELD = 'a, input, audio, video';

/**
 * A finger on a list of rows: a tap, or a long press, asks for the actions of a row. It keeps its own time, for iOS has no event for a
 * long press.
 */
export class RowTouch {
  readonly #onRow: (row: HTMLElement) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #isTouch = false;
  #wasHeld = false;

  constructor(onRow: (row: HTMLElement) => void) {
    this.#onRow = onRow;
  }

  /** Listens on `list`, until the returned function is called. */
  listen(list: HTMLElement): () => void {
    const listeners = {
      pointerdown: event => this.#down(event),
      pointermove: event => this.#move(event),
      pointerup: () => this.#end(),
      pointercancel: () => this.#end(),
      scroll: () => this.#end(),
      touchend: event => this.#lift(event),
      click: event => this.#click(event),
      contextmenu: event => this.#menu(event),
    } satisfies Partial<{ [Type in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[Type]) => void }>;
    const entries = Object.entries(listeners) as [string, (event: Event) => void][];
    for (const [type, listener] of entries) list.addEventListener(type, listener);
    return () => {
      this.#end();
      for (const [type, listener] of entries) list.removeEventListener(type, listener);
    };
  }

  #down({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
    this.#end();
    this.#wasHeld = false;
    this.#isTouch = pointerType === 'touch';
    const row = rowOf(target, HELD);
    if (!this.#isTouch || !isPrimary || !row) return;
    this.#from = { x, y };
    this.#timer = setTimeout(() => {
      this.#wasHeld = true;
      this.#onRow(row);
    }, HOLD_MS);
  }

  #move({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > STRAY) this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
  }

  /** What opened under the finger is not to be pressed by lifting it. */
  #lift(event: TouchEvent): void {
    if (this.#wasHeld && event.cancelable) event.preventDefault();
  }

  #click(event: MouseEvent): void {
    const isTap = this.#isTouch || matchMedia('(hover: none)').matches;
    const row = rowOf(event.target, TAPPED);
    if (isTap && row && !this.#wasHeld) this.#onRow(row);
  }

  /** Android has one at about the same time. */
  #menu(event: MouseEvent): void {
    if (this.#isTouch && rowOf(event.target, HELD)) event.preventDefault();
  }
}

/** The row of what was touched, unless something in it has a meaning of its own. */
function rowOf(target: EventTarget | null, own: string): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(own)) return null;
  return target.closest('article');
}
