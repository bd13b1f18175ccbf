import { type RefObject, useEffect, useEffectEvent } from 'react';

const LONG_PRESS_MS = 600;
/** A finger that moves further cancels the long press. */
const MAX_MOVEMENT_PX = 10;

/** Elements with their own action on a tap and on a long press: browsers show a menu for a held link. */
const TAPPABLE_SELECTOR = 'a, button, input, label, summary, audio, video';
const LONG_PRESSABLE_SELECTOR = 'a, input, audio, video';

export function useRowTouch(list: RefObject<HTMLElement | null>, onRow: (messageId: string) => void): void {
  const open = useEffectEvent(onRow);
  useEffect(() => {
    const touch = new RowTouch(row => open(row.id));
    return list.current ? touch.attach(list.current) : undefined;
  }, [list]);
}

/** Uses a timer of its own, because iOS has no event for a long press. */
class RowTouch {
  readonly #onRow: (row: HTMLElement) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #isTouch = false;
  #wasLongPressed = false;

  constructor(onRow: (row: HTMLElement) => void) {
    this.#onRow = onRow;
  }

  attach(list: HTMLElement): () => void {
    const listeners = {
      pointerdown: event => this.#onPointerDown(event),
      pointermove: event => this.#onPointerMove(event),
      pointerup: () => this.#cancel(),
      pointercancel: () => this.#cancel(),
      scroll: () => this.#cancel(),
      touchend: event => this.#onTouchEnd(event),
      click: event => this.#onClick(event),
      contextmenu: event => this.#onContextMenu(event),
    } satisfies Partial<{ [Type in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[Type]) => void }>;
    const entries = Object.entries(listeners) as [string, (event: Event) => void][];
    for (const [type, listener] of entries) list.addEventListener(type, listener);
    return () => {
      this.#cancel();
      for (const [type, listener] of entries) list.removeEventListener(type, listener);
    };
  }

  #onPointerDown({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
    this.#cancel();
    this.#wasLongPressed = false;
    this.#isTouch = pointerType === 'touch';
    const row = findRow(target, LONG_PRESSABLE_SELECTOR);
    if (!this.#isTouch || !isPrimary || !row) return;
    this.#from = { x, y };
    this.#timer = setTimeout(() => {
      this.#wasLongPressed = true;
      this.#onRow(row);
    }, LONG_PRESS_MS);
  }

  #onPointerMove({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > MAX_MOVEMENT_PX) this.#cancel();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
  }

  /** Prevents a click on the sheet that has opened under the finger. */
  #onTouchEnd(event: TouchEvent): void {
    if (this.#wasLongPressed && event.cancelable) event.preventDefault();
  }

  #onClick(event: MouseEvent): void {
    const isTap = this.#isTouch || matchMedia('(hover: none)').matches;
    const row = findRow(event.target, TAPPABLE_SELECTOR);
    if (isTap && row && !this.#wasLongPressed) this.#onRow(row);
  }

  /** Android sends this event at about the time of the long press. */
  #onContextMenu(event: MouseEvent): void {
    if (this.#isTouch && findRow(event.target, LONG_PRESSABLE_SELECTOR)) event.preventDefault();
  }
}

/** Returns null if the target is in an element with its own action, which the selector `own` matches. */
function findRow(target: EventTarget | null, own: string): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(own)) return null;
  return target.closest('article');
}
