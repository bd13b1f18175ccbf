const LONG_PRESS_MS = 500;
/** A finger that moves further cancels the long press. */
const MAX_MOVEMENT_PX = 10;

type OnPress = (row: HTMLElement, anchor: { getBoundingClientRect: () => DOMRect }) => void;

/** The menu of a row opens by right click, by a key, and by a long press, for which iOS has no event. */
export class RoomRowPress {
  readonly #onPress: OnPress;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #isTouch = false;
  #wasLong = false;

  constructor(onPress: OnPress) {
    this.#onPress = onPress;
  }

  attach(list: HTMLElement): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    const cancel = () => clearTimeout(this.#timer);
    list.addEventListener('pointerdown', event => this.#onPointerDown(event), { signal });
    list.addEventListener('pointermove', event => this.#onPointerMove(event), { signal });
    list.addEventListener('touchend', event => this.#onTouchEnd(event), { signal });
    list.addEventListener('contextmenu', event => this.#onContextMenu(event), { signal });
    for (const type of ['pointerup', 'pointercancel', 'scroll'])
      list.addEventListener(type, cancel, { signal });
    return () => {
      cancel();
      controller.abort();
    };
  }

  #onPointerDown({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    clearTimeout(this.#timer);
    const row = findRow(target);
    this.#from = { x, y };
    this.#isTouch = pointerType === 'touch';
    this.#wasLong = false;
    if (!this.#isTouch || !isPrimary || !row) return;
    this.#timer = setTimeout(() => {
      this.#wasLong = true;
      this.#onPress(row, row);
    }, LONG_PRESS_MS);
  }

  #onPointerMove({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > MAX_MOVEMENT_PX)
      clearTimeout(this.#timer);
  }

  /** Prevents a click on the menu that has opened under the finger. */
  #onTouchEnd(event: TouchEvent): void {
    if (this.#wasLong && event.cancelable) event.preventDefault();
  }

  #onContextMenu(event: MouseEvent): void {
    const row = findRow(event.target);
    const { button, shiftKey, clientX: x, clientY: y } = event;
    // Shift with a right click keeps the browser's menu; Shift+F10 is a key.
    if (!row || (shiftKey && button === 2)) return;
    event.preventDefault();
    // Android sends this event at about the time of the long press.
    if (this.#isTouch) return;
    this.#onPress(row, button === 2 ? { getBoundingClientRect: () => new DOMRect(x, y) } : row);
  }
}

function findRow(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-room]') : null;
}
