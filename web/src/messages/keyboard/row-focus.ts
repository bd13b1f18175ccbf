import type { FocusEvent, KeyboardEvent } from 'react';
import { focusComposer } from '../../composer/focus-composer.ts';
import { isDialogOpen } from '../../ui/dialog/is-dialog-open.ts';
import { ABOVE_ROWS_ID, entryRow, neighbour, nextRow, readOn, type Step } from './row-navigation.ts';

/** Where arrows and letters are the control's own. */
const FIELDS = 'input, textarea, video, audio';

/** The row that has the focus, or something of it, or had it last. */
export interface Current {
  id: string | undefined;
  /** The focus is in the list. */
  isInside: boolean;
}

interface RowFocusOptions {
  scroller: () => HTMLElement | null;
  current: Current;
  /** Draws the rows with another current one, before it returns. */
  onCurrent: (current: Current) => void;
  /** Goes to the newest message, which may have to be loaded. */
  goToEnd: () => void;
}

/**
 * Makes a list of messages one stop of the Tab key: arrows go from row to row, letters do what the buttons of a row say in
 * `aria-keyshortcuts`. While the focus is elsewhere the list itself is the stop, and leads on to a row that is in view.
 */
export class RowFocus {
  readonly #options: RowFocusOptions;
  #current: Current;
  #ids: readonly string[] = [];
  #isWhole = true;
  #wantsNewest = false;
  /** The list itself is to have the focus. */
  #isHeld = false;

  constructor(options: RowFocusOptions) {
    this.#options = options;
    this.#current = options.current;
  }

  /** The list is drawn anew. `isWhole`: it goes up to the newest message of the room. */
  changed(ids: readonly string[], isWhole: boolean): void {
    const before = this.#ids;
    this.#ids = ids;
    this.#isWhole = isWhole;
    const { id, isInside } = this.#current;
    if (id !== undefined && before.includes(id) && !ids.includes(id)) this.#replace(before, id, isInside);
    // At the room's first message there is nothing above it any more.
    if (id === ABOVE_ROWS_ID && isInside && !rowOf(id)) this.#focus(rowOf(above(before[0], ids)));
    if (!this.#wantsNewest || !isWhole) return;
    this.#wantsNewest = false;
    this.#focus(rowOf(ids.at(-1)));
  }

  /** Puts the focus on the list itself. */
  readonly focusList = (): void => {
    this.#isHeld = true;
    this.#options.scroller()?.focus({ preventScroll: true });
    this.#isHeld = false;
  };

  /** Where the focus goes when the row that it came from is gone. */
  readonly focusBack = (): HTMLElement | null => rowOf(this.#current.id) ?? this.#options.scroller();

  /** Another row is the one that the keyboard comes to, and that can be given the focus. */
  readonly leadTo = (id: string): void => this.#set({ id, isInside: this.#current.isInside });

  readonly onFocus = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    // Dialogs of a row are outside of the list, and are heard here nevertheless.
    if (!currentTarget.contains(target)) return;
    const isEntered = target === currentTarget || isCodeFromOutside(target, currentTarget, relatedTarget);
    if (isEntered && !this.#isHeld && target.matches(':focus-visible'))
      this.#focus(entryRow(currentTarget, rowOf(this.#current.id)));
    else if (target !== currentTarget)
      this.#set({ id: target.closest('article')?.id ?? target.id, isInside: true });
  };

  readonly onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) this.#set({ ...this.#current, isInside: false });
  };

  readonly onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    // A dialog takes the focus a frame after it opens: what is pressed meanwhile is for the dialog.
    if (isDialogOpen()) return;
    if (key === 'Tab') return skipCode(currentTarget, rowOf(this.#current.id));
    if (target.matches(FIELDS)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = this.#acts[key] ?? pressOf(target, key);
    if (!act) return;
    event.preventDefault();
    act();
  };

  readonly #acts: Record<string, () => void> = {
    ArrowUp: () => this.#step(-1),
    ArrowDown: () => this.#step(1),
    Home: () => this.#goToFirst(),
    End: () => this.#goToNewest(),
    Escape: focusComposer,
  };

  #step(step: Step): void {
    const scroller = this.#options.scroller();
    const row = rowOf(this.#current.id);
    if (!scroller || (row && readOn(scroller, row, step))) return;
    this.#focus(nextRow(scroller, row, step));
  }

  #goToFirst(): void {
    this.#options.scroller()?.scrollTo({ top: 0, behavior: 'instant' });
    this.#focus(rowOf(this.#ids[0]));
  }

  #goToNewest(): void {
    this.#options.goToEnd();
    if (this.#isWhole) this.#focus(rowOf(this.#ids.at(-1)));
    else this.#wantsNewest = true;
  }

  #focus(row: HTMLElement | null | undefined): void {
    if (!row) return;
    this.#set({ id: row.id, isInside: true });
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  /** The current row is gone: another takes its place. */
  #replace(before: readonly string[], gone: string, isInside: boolean): void {
    this.#set({ id: neighbour(before, gone, new Set(this.#ids)), isInside });
    if (isInside && document.activeElement === document.body)
      this.focusBack()?.focus({ preventScroll: true });
  }

  #set(next: Current): void {
    if (next.id === this.#current.id && next.isInside === this.#current.isInside) return;
    this.#current = next;
    this.#options.onCurrent(next);
  }
}

/** The row above one, or the first. */
function above(id: string | undefined, ids: readonly string[]): string | undefined {
  return (id !== undefined && ids[ids.indexOf(id) - 1]) || ids[0];
}

/** Code that scrolls is a stop of its own, say those who check pages. Whoever comes to it from outside comes to the list. */
function isCodeFromOutside(target: Element, list: Element, from: Element | null): boolean {
  return target.localName === 'pre' && !list.contains(from);
}

/** While the Tab key goes on from a row, the code of others is no stop. */
function skipCode(list: HTMLElement, row: HTMLElement | null): void {
  const stops = list.querySelectorAll<HTMLElement>('pre[tabindex]');
  const others = Array.from(stops).filter(code => !row?.contains(code));
  for (const code of others) code.tabIndex = -1;
  setTimeout(() => {
    for (const code of others) code.tabIndex = 0;
  });
}

function rowOf(id: string | undefined): HTMLElement | null {
  return id === undefined ? null : document.getElementById(id);
}

/** What a key does to the message that is focused by keys. */
function pressOf(target: HTMLElement, key: string): (() => void) | undefined {
  const row = target.closest('article');
  if (!row || !target.matches(':focus-visible')) return undefined;
  const button = buttonOf(row, key.length === 1 ? key.toUpperCase() : key);
  return button && (() => button.click());
}

/** Presses the button of a row that a key presses, if it has one. */
export function pressIn(row: HTMLElement | null, key: string): void {
  if (row) buttonOf(row, key)?.click();
}

function buttonOf(row: HTMLElement, key: string): HTMLElement | undefined {
  return row.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`) ?? undefined;
}
