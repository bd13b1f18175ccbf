import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';

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
    const next = findNext(key, selected === undefined ? 0 : keys.indexOf(selected), keys.length);
    if (next === undefined) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(keys[next] ?? '')}"]`)?.focus();
  }

  return { selected, onFocus, onKeyDown };
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** The index after a key; undefined for keys that select nothing. */
function findNext(key: string, index: number, count: number): number | undefined {
  const next = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + PAGE_ROWS,
    PageUp: index - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(next, count - 1));
}
