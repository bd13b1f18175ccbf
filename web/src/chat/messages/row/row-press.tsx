import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { prefetchWorkspace } from '../../../state/use-workspace.ts';
import { OWN_MENU_SELECTOR } from '../../../ui/menu/held-right-click.tsx';
import { LONG_PRESS_EVENT } from '../../reactions/use-shown-chip.ts';
import type { MenuAnchor } from '../actions/action-target.ts';
import type { OpenMenu } from './message-actions.tsx';
import { PointedRow } from './pointed-row.ts';

const LONG_PRESS_MS = 600;
/** A finger that moves further cancels the long press. */
const MAX_MOVEMENT_PX = 10;

/** Elements with their own action on a tap and on a long press: browsers show a menu for a held link. */
const TAPPABLE_SELECTOR = 'a, button, form, input, label, summary, audio, video';
const LONG_PRESSABLE_SELECTOR = 'a, form, input, audio, video';

interface RowPressProps {
  list: RefObject<HTMLElement | null>;
  onSheet: (messageId: string) => void;
  onMenu: OpenMenu;
}

/** Marks the row under the pointer. Opens the actions of a row: a sheet by a tap or a long press, a menu by a right click or a key. */
export function RowPress({ list, onSheet, onMenu }: RowPressProps) {
  const openSheet = useEffectEvent(onSheet);
  const openMenu = useEffectEvent(onMenu);
  const chat = useChat();
  // The menu shows some entries only to workspace admins.
  useEffect(() => prefetchWorkspace(chat), [chat]);
  useEffect(() => {
    const press = new PressListener({
      onSheet: row => openSheet(row.id),
      onMenu: (row, menu) => openMenu(row.id, menu),
    });
    return list.current ? press.attach(list.current) : undefined;
  }, [list]);
  useEffect(() => (list.current ? new PointedRow(list.current).attach() : undefined), [list]);
  return null;
}

interface PressHandlers {
  onSheet: (row: HTMLElement) => void;
  onMenu: (row: HTMLElement, menu: MenuAnchor) => void;
}

/** Uses a timer of its own, because iOS has no event for a long press. */
class PressListener {
  readonly #handlers: PressHandlers;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  #isTouch = false;
  #wasLongPressed = false;

  constructor(handlers: PressHandlers) {
    this.#handlers = handlers;
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
      keydown: event => this.#onKeyDown(event),
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
      const chip = target instanceof Element ? target.closest('[data-chip]') : null;
      if (chip) chip.dispatchEvent(new Event(LONG_PRESS_EVENT, { bubbles: true }));
      else this.#handlers.onSheet(row);
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
    if (isTap && row && !this.#wasLongPressed) this.#handlers.onSheet(row);
  }

  #onContextMenu(event: MouseEvent): void {
    // Android sends this event at about the time of the long press.
    if (this.#isTouch) {
      if (findRow(event.target, LONG_PRESSABLE_SELECTOR)) event.preventDefault();
      return;
    }
    const { button, shiftKey, clientX: x, clientY: y } = event;
    const isClick = button === 2;
    // Shift with a right click keeps the browser's menu; Shift+F10 is a key.
    if (isClick && (shiftKey || hasSelectedText())) return;
    const anchor = isClick ? { getBoundingClientRect: () => new DOMRect(x, y) } : undefined;
    this.#openMenu(event, anchor);
  }

  /** macOS has no event for a menu that is opened by this key. */
  #onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'F10' && event.shiftKey) this.#openMenu(event, undefined);
  }

  #openMenu(event: Event, anchor: MenuAnchor['anchor'] | undefined): void {
    const row = findRow(event.target, OWN_MENU_SELECTOR);
    // A message that is not stored yet has no menu.
    if (!row?.dataset['seq']) return;
    event.preventDefault();
    const button = row.querySelector('[aria-haspopup="menu"]') ?? row;
    this.#handlers.onMenu(row, { anchor: anchor ?? button, isByKey: !anchor });
  }
}

function hasSelectedText(): boolean {
  return getSelection()?.isCollapsed === false;
}

/** Returns null if the target is in an element with its own action, which the selector `own` matches. */
function findRow(target: EventTarget | null, own: string): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(own)) return null;
  return target.closest('article:not([data-folded])');
}
