import type { KeyboardEvent } from 'react';
import { isDialogOpen } from '../../../ui/dialog/is-dialog-open.ts';
import { isFocusByPointer } from '../../../ui/keyboard/focus-modality.ts';
import { readKey } from '../../../ui/keyboard/read-key.ts';
import { focusComposer } from '../../composer/focus-composer.ts';
import { findNextRow, type Step, scrollWithinRow } from './next-row.ts';
import type { RowFocus } from './row-focus.ts';
import { FIELD_SELECTOR, findShortcutButton } from './row-shortcuts.ts';

/** The keys of all actions: the page loads the actions when one of these is pressed. */
const ACTION_KEYS = 'C';

interface RowKeysOptions {
  focus: RowFocus;
  scroller: () => HTMLElement | null;
  /** `key`: one of `ACTION_KEYS`. */
  onActionKey: (messageId: string, key: string) => void;
}

/** Keys click the button of a row that has them in `aria-keyshortcuts`. `useFieldKeys` has those that open a text field. */
export class RowKeys {
  readonly #options: RowKeysOptions;

  constructor(options: RowKeysOptions) {
    this.#options = options;
  }

  readonly onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    // A dialog takes the focus one frame after it opens. Keys pressed before that are for the dialog.
    if (isDialogOpen()) return;
    if (key === 'Tab') return skipCodeBlocks(currentTarget, this.#options.focus.row);
    if (target.matches(FIELD_SELECTOR)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = this.#keyActions[key] ?? this.#findKeyAction(target, readKey(event.nativeEvent));
    if (!act) return;
    event.preventDefault();
    act();
  };

  readonly #keyActions: Record<string, () => void> = {
    ArrowUp: () => this.#moveBy(-1),
    ArrowDown: () => this.#moveBy(1),
    Home: () => this.#goToFirst(),
    End: () => this.#options.focus.goToNewest(),
    Escape: focusComposer,
  };

  #findKeyAction(target: HTMLElement, key: string): (() => void) | undefined {
    const row = target.closest('article');
    if (!row || isFocusByPointer()) return undefined;
    const button = findShortcutButton(row, key);
    if (button) return () => button.click();
    return ACTION_KEYS.includes(key) ? () => this.#options.onActionKey(row.id, key) : undefined;
  }

  #moveBy(step: Step): void {
    const { focus } = this.#options;
    const scroller = this.#options.scroller();
    if (!scroller || (focus.row && scrollWithinRow(scroller, focus.row, step))) return;
    focus.focusRow(findNextRow(scroller, focus.row, step));
  }

  #goToFirst(): void {
    this.#options.scroller()?.scrollTo({ top: 0, behavior: 'instant' });
    this.#options.focus.focusFirst();
  }
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
