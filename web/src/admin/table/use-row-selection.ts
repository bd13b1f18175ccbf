import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { findIndexForKey } from '../../ui/keyboard/index-for-key.ts';

const PAGE_ROWS = 10;

/** The row of a table that the keyboard selects; the first one until then. */
export function useRowSelection(body: RefObject<HTMLElement | null>, keys: readonly string[]) {
  const [chosen, select] = useState<string>();
  const selected = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0];

  function onFocus({ target, currentTarget }: FocusEvent<HTMLElement>): void {
    // React also delivers focus events of a row's dialogs, which are outside the table.
    if (!currentTarget.contains(target)) return;
    select(target.closest<HTMLElement>('tr')?.dataset.key);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, currentTarget, key } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || hasModifier(event)) return;
    if (key === 'Enter' && target.localName === 'tr')
      return target.querySelector<HTMLElement>('a, button')?.click();
    const index = selected === undefined ? 0 : keys.indexOf(selected);
    const next = findIndexForKey(key, index, { count: keys.length, pageSize: PAGE_ROWS });
    if (next === undefined) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(keys[next] ?? '')}"]`)?.focus();
  }

  return { selected, onFocus, onKeyDown };
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}
