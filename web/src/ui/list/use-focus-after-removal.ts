import { type FocusEvent, useLayoutEffect, useRef } from 'react';

interface Place {
  row: Element;
  index: number;
  /** Of the button, counted from the end of its row. */
  fromEnd: number;
}

/**
 * For a list whose rows have buttons that remove them. When the row with the focus is removed, the same button of the next row takes
 * the focus, or `fallback` if no row is left.
 */
export function useFocusAfterRemoval<List extends HTMLElement>(
  fallback?: () => HTMLElement | null | undefined,
) {
  const list = useRef<List>(null);
  const place = useRef<Place>(undefined);

  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (!place.current || place.current.row.isConnected || activeElement !== body) return;
    const { index, fromEnd } = place.current;
    place.current = undefined;
    const rows = [...(list.current?.children ?? [])];
    const hasButton = (row: Element) => row.querySelector('button') !== null;
    const buttons = listButtons(
      rows.slice(index).find(hasButton) ?? rows.slice(0, index).findLast(hasButton),
    );
    (buttons.at(-fromEnd) ?? buttons.at(-1) ?? fallback?.())?.focus();
  });

  return {
    ref: list,
    onFocus: ({ target, currentTarget }: FocusEvent<List>) => {
      const rows = [...currentTarget.children];
      const index = rows.findIndex(row => row.contains(target));
      const row = rows[index];
      const buttons = listButtons(row).toReversed();
      place.current = row && {
        row,
        index,
        fromEnd: buttons.findIndex(button => button.contains(target)) + 1,
      };
    },
    // React dispatches no events while it removes elements, so the place of a removed one stays.
    onBlur: () => {
      place.current = undefined;
    },
  };
}

function listButtons(row: Element | undefined): HTMLButtonElement[] {
  return [...(row?.querySelectorAll('button') ?? [])];
}
