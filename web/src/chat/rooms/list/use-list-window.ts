import {
  type RefCallback,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { getMovement, getVisibleRows, type ListPlace, type RowSpan } from './list-window.ts';

/** An estimate until a row is measured. */
const DEFAULT_ROW_HEIGHT_PX = 68;

/** Rows in a list of their own. Several such lists scroll together. */
export interface ListedRows {
  ids: readonly string[];
  list: RefObject<HTMLElement | null>;
}

export interface ListWindow {
  rowHeight: number;
  /** Of each list. */
  visible: readonly RowSpan[];
  measure: RefCallback<HTMLElement>;
}

type Scroller = RefObject<HTMLElement | null>;

/** Finds the rows on screen, which all have the same height. Rows that are added above do not move the visible ones. */
export function useListWindow(scroller: Scroller, lists: readonly ListedRows[]): ListWindow {
  const [rowHeight, setRowHeight] = useState(DEFAULT_ROW_HEIGHT_PX);
  useScrollAnchor(scroller, lists, rowHeight);

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
  const spans = useSyncExternalStore(subscribe, () => {
    const element = scroller.current;
    // Before the first layout, assume the height of the window, and one list after the other.
    const { scrollTop, clientHeight: height } = element ?? { scrollTop: 0, clientHeight: window.innerHeight };
    let estimatedTop = 0;
    const visible = lists.map(({ ids, list }) => {
      const top = list.current?.offsetTop ?? estimatedTop;
      estimatedTop = top + ids.length * rowHeight;
      return getVisibleRows({ scrollTop: scrollTop - top, height, rowHeight, count: ids.length });
    });
    return visible.map(({ first, last }) => `${first} ${last}`).join();
  });
  const visible = spans.split(',').map(span => {
    const [first = 0, last = 0] = span.split(' ').map(Number);
    return { first, last };
  });

  const measure = useCallback((row: HTMLElement) => {
    const read = () => {
      const { height } = row.getBoundingClientRect();
      if (height > 0) setRowHeight(height);
    };
    read();
    // The fonts may load after the first rows.
    const sizes = new ResizeObserver(read);
    sizes.observe(row);
    return () => sizes.disconnect();
  }, []);
  return { rowHeight, visible, measure };
}

function useScrollAnchor(scroller: Scroller, lists: readonly ListedRows[], rowHeight: number): void {
  const before = useRef<readonly ListPlace[]>([]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const known = before.current;
    const now = lists.map(({ ids, list }) => ({ ids, top: list.current?.offsetTop ?? 0 }));
    before.current = now;
    // At the top of the list, new rows must be visible.
    if (!element || element.scrollTop < rowHeight) return;
    const movement = getMovement(known, now, element.scrollTop, rowHeight);
    if (movement !== 0) element.scrollBy({ top: movement, behavior: 'instant' });
  }, [scroller, lists, rowHeight]);
}
