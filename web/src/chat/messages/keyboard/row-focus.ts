import type { FocusEvent } from 'react';
import { ABOVE_ROWS_ID, findEntryRow, findNeighbour } from './row-navigation.ts';

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
}

/**
 * Makes the list one tab stop (roving tabindex). Without the focus, the list itself is the tab stop and passes the focus to a row
 * in view.
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
      this.focusRow(findRowById(findRowAbove(before[0], ids)));
    if (!this.#wantsNewest || !includesNewest) return;
    this.#wantsNewest = false;
    this.focusRow(findRowById(ids.at(-1)));
  }

  readonly focusList = (): void => {
    this.#isFocusingList = true;
    this.#options.scroller()?.focus({ preventScroll: true });
    this.#isFocusingList = false;
  };

  /** The element for the focus after the row that had it is removed. */
  readonly getReturnFocus = (): HTMLElement | null => this.row ?? this.#options.scroller();

  readonly setCurrentRow = (id: string): void => this.#setCurrent({ id, hasFocus: this.#current.hasFocus });

  readonly onFocus = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    // React also delivers focus events of a row's dialogs, which are outside the list.
    if (!currentTarget.contains(target)) return;
    const isEntered =
      target === currentTarget || isCodeEnteredFromOutside(target, currentTarget, relatedTarget);
    if (isEntered && !this.#isFocusingList && target.matches(':focus-visible'))
      this.focusRow(findEntryRow(currentTarget, this.row));
    else if (target !== currentTarget)
      this.#setCurrent({ id: target.closest('article')?.id ?? target.id, hasFocus: true });
  };

  readonly onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) this.#setCurrent({ ...this.#current, hasFocus: false });
  };

  /** The current row. */
  get row(): HTMLElement | null {
    return findRowById(this.#current.id);
  }

  focusFirst(): void {
    this.focusRow(findRowById(this.#ids[0]));
  }

  goToNewest(): void {
    this.#options.goToEnd();
    if (this.#includesNewest) this.focusRow(findRowById(this.#ids.at(-1)));
    else this.#wantsNewest = true;
  }

  focusRow(row: HTMLElement | null | undefined): void {
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

function findRowById(id: string | undefined): HTMLElement | null {
  return id === undefined ? null : document.getElementById(id);
}
