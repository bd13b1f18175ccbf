import type { FocusEvent, KeyboardEvent } from 'react';
import { focusComposer } from '../../composer/focus-composer.ts';
import { isDialogOpen } from '../../ui/dialog/is-dialog-open.ts';
import { ACTION_KEYS } from '../actions/action-keys.ts';
import {
  ABOVE_ROWS_ID,
  findEntryRow,
  findNeighbour,
  findNextRow,
  type Step,
  scrollWithinRow,
} from './row-navigation.ts';

/** Controls that handle arrows and letters themselves. */
const FIELD_SELECTOR = 'input, textarea, video, audio';

export interface FocusedRow {
  id: string | undefined;
  hasFocus: boolean;
}

interface RowFocusOptions {
  scroller: () => HTMLElement | null;
  current: FocusedRow;
  /** Must render the new current row before it returns. */
  onChange: (current: FocusedRow) => void;
  goToEnd: () => void;
  /** `key`: one of `ACTION_KEYS`. */
  onActionKey: (messageId: string, key: string) => void;
}

/**
 * Makes the list one tab stop (roving tabindex). Keys click the button of a row that has them in `aria-keyshortcuts`. Without
 * the focus, the list itself is the tab stop and passes the focus to a row in view.
 */
export class RowFocus {
  readonly #options: RowFocusOptions;
  #current: FocusedRow;
  #ids: readonly string[] = [];
  #includesNewest = true;
  #wantsNewest = false;
  /** Prevents `onFocus` from moving the focus on to a row. */
  #isFocusingList = false;

  constructor(options: RowFocusOptions) {
    this.#options = options;
    this.#current = options.current;
  }

  /** Call after the list has rendered. `includesNewest`: the list includes the newest message of the room. */
  setRows(ids: readonly string[], includesNewest: boolean): void {
    const before = this.#ids;
    this.#ids = ids;
    this.#includesNewest = includesNewest;
    const { id, hasFocus } = this.#current;
    if (id !== undefined && before.includes(id) && !ids.includes(id))
      this.#replaceCurrent(before, id, hasFocus);
    // The first message of the room is loaded, so the control above the rows is removed.
    if (id === ABOVE_ROWS_ID && hasFocus && !findRowById(id))
      this.#focus(findRowById(findRowAbove(before[0], ids)));
    if (!this.#wantsNewest || !includesNewest) return;
    this.#wantsNewest = false;
    this.#focus(findRowById(ids.at(-1)));
  }

  readonly focusList = (): void => {
    this.#isFocusingList = true;
    this.#options.scroller()?.focus({ preventScroll: true });
    this.#isFocusingList = false;
  };

  /** The element for the focus after the row that had it is removed. */
  readonly getReturnFocus = (): HTMLElement | null =>
    findRowById(this.#current.id) ?? this.#options.scroller();

  readonly setCurrentRow = (id: string): void => this.#setCurrent({ id, hasFocus: this.#current.hasFocus });

  readonly onFocus = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    // React also delivers focus events of a row's dialogs, which are outside the list.
    if (!currentTarget.contains(target)) return;
    const isEntered =
      target === currentTarget || isCodeEnteredFromOutside(target, currentTarget, relatedTarget);
    if (isEntered && !this.#isFocusingList && target.matches(':focus-visible'))
      this.#focus(findEntryRow(currentTarget, findRowById(this.#current.id)));
    else if (target !== currentTarget)
      this.#setCurrent({ id: target.closest('article')?.id ?? target.id, hasFocus: true });
  };

  readonly onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) this.#setCurrent({ ...this.#current, hasFocus: false });
  };

  readonly onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    // A dialog takes the focus one frame after it opens. Keys pressed before that are for the dialog.
    if (isDialogOpen()) return;
    if (key === 'Tab') return skipCodeBlocks(currentTarget, findRowById(this.#current.id));
    if (target.matches(FIELD_SELECTOR)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = this.#keyActions[key] ?? this.#findKeyAction(target, key);
    if (!act) return;
    event.preventDefault();
    act();
  };

  readonly #keyActions: Record<string, () => void> = {
    ArrowUp: () => this.#moveBy(-1),
    ArrowDown: () => this.#moveBy(1),
    Home: () => this.#goToFirst(),
    End: () => this.#goToNewest(),
    Escape: focusComposer,
  };

  #findKeyAction(target: HTMLElement, pressed: string): (() => void) | undefined {
    const row = target.closest('article');
    if (!row || !target.matches(':focus-visible')) return undefined;
    const key = pressed.length === 1 ? pressed.toUpperCase() : pressed;
    const button = findShortcutButton(row, key) ?? findDateButton(row, key);
    if (button) return () => button.click();
    return ACTION_KEYS.includes(key) ? () => this.#options.onActionKey(row.id, key) : undefined;
  }

  #moveBy(step: Step): void {
    const scroller = this.#options.scroller();
    const row = findRowById(this.#current.id);
    if (!scroller || (row && scrollWithinRow(scroller, row, step))) return;
    this.#focus(findNextRow(scroller, row, step));
  }

  #goToFirst(): void {
    this.#options.scroller()?.scrollTo({ top: 0, behavior: 'instant' });
    this.#focus(findRowById(this.#ids[0]));
  }

  #goToNewest(): void {
    this.#options.goToEnd();
    if (this.#includesNewest) this.#focus(findRowById(this.#ids.at(-1)));
    else this.#wantsNewest = true;
  }

  #focus(row: HTMLElement | null | undefined): void {
    if (!row) return;
    this.#setCurrent({ id: row.id, hasFocus: true });
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  #replaceCurrent(before: readonly string[], removed: string, hasFocus: boolean): void {
    this.#setCurrent({ id: findNeighbour(before, removed, new Set(this.#ids)), hasFocus });
    if (hasFocus && document.activeElement === document.body)
      this.getReturnFocus()?.focus({ preventScroll: true });
  }

  #setCurrent(next: FocusedRow): void {
    if (next.id === this.#current.id && next.hasFocus === this.#current.hasFocus) return;
    this.#current = next;
    this.#options.onChange(next);
  }
}

/** The first row if there is none above. */
function findRowAbove(id: string | undefined, ids: readonly string[]): string | undefined {
  return (id !== undefined && ids[ids.indexOf(id) - 1]) || ids[0];
}

/** Accessibility rules require a tab stop on code that scrolls. A reader who enters the list there starts at the entry row. */
function isCodeEnteredFromOutside(target: Element, list: Element, from: Element | null): boolean {
  return target.localName === 'pre' && !list.contains(from);
}

/** Removes the code blocks of other rows from the tab order while the browser handles a Tab key. */
function skipCodeBlocks(list: HTMLElement, row: HTMLElement | null): void {
  const stops = list.querySelectorAll<HTMLElement>('pre[tabindex]');
  const others = Array.from(stops).filter(code => !row?.contains(code));
  for (const code of others) code.tabIndex = -1;
  setTimeout(() => {
    for (const code of others) code.tabIndex = 0;
  });
}

function findRowById(id: string | undefined): HTMLElement | null {
  return id === undefined ? null : document.getElementById(id);
}

export function pressRowButton(row: HTMLElement | null, key: string): void {
  if (row) findShortcutButton(row, key)?.click();
}

/** "Go to date" is in the heading of the row's day. */
function findDateButton(row: HTMLElement, key: string): HTMLElement | undefined {
  const heading = row.closest('section')?.querySelector('h2');
  return heading ? findShortcutButton(heading, key) : undefined;
}

function findShortcutButton(row: HTMLElement, key: string): HTMLElement | undefined {
  return row.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`) ?? undefined;
}
