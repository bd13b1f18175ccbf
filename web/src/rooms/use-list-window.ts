import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { getVisibleRows, type RowSpan } from './list-window.ts';

/** An estimate until a row is measured. */
const DEFAULT_ROW_HEIGHT_PX = 68;

export interface ListWindow {
  rowHeight: number;
  visible: RowSpan;
  measure: (row: HTMLElement | null) => void;
}

/** Finds the rows on screen, which all have the same height. Rows that are added above do not move the visible ones. */
export function useListWindow(scroller: RefObject<HTMLElement | null>, ids: readonly string[]): ListWindow {
  const [rowHeight, setRowHeight] = useState(DEFAULT_ROW_HEIGHT_PX);
  const count = ids.length;
  useScrollAnchor(scroller, ids, rowHeight);

  const subscribe = useCallback(
    (listener: () => void) => {
      const element = scroller.current;
      if (!element) return () => undefined;
      const sizes = new ResizeObserver(listener);
      sizes.observe(element);
      element.addEventListener('scroll', listener, { passive: true });
      return () => {
        sizes.disconnect();
        element.removeEventListener('scroll', listener);
      };
    },
    [scroller],
  );
  // A string is equal while the same rows are on screen, so React does not render again.
  const span = useSyncExternalStore(subscribe, () => {
    const element = scroller.current;
    // Before the first layout, assume the height of the window.
    const { scrollTop, clientHeight: height } = element ?? { scrollTop: 0, clientHeight: window.innerHeight };
    const { first, last } = getVisibleRows({ scrollTop, height, rowHeight, count });
    return `${first} ${last}`;
  });
  const [first = 0, last = 0] = span.split(' ').map(Number);

  const measure = useCallback((row: HTMLElement | null) => {
    const height = row?.getBoundingClientRect().height ?? 0;
    if (height > 0) setRowHeight(height);
  }, []);
  return { rowHeight, visible: { first, last }, measure };
}

function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowHeight: number,
): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const element = scroller.current;
    const known = before.current;
    before.current = ids;
    // At the top of the list, new rows must be visible.
    if (!element || known === ids || element.scrollTop < rowHeight) return;
    const first = Math.floor(element.scrollTop / rowHeight);
    const id = known[first];
    const now = id === undefined ? -1 : ids.indexOf(id);
    if (now >= 0 && now !== first) element.scrollBy({ top: (now - first) * rowHeight, behavior: 'instant' });
  }, [scroller, ids, rowHeight]);
}
