/** The most rows that are rendered, whatever the screen height: each row has about a dozen nodes. */
export const MAX_RENDERED_ROWS = 36;
const OVERSCAN_ROWS = 3;

/** Indices of rows, inclusive. `last` is less than `first` if the span is empty. */
export interface RowSpan {
  first: number;
  last: number;
}

export const EMPTY_SPAN: RowSpan = { first: 0, last: -1 };

interface Viewport {
  /** Relative to the first row: negative if other things precede it on screen. */
  scrollTop: number;
  height: number;
  rowHeight: number;
  count: number;
}

/** Of an empty list whose place is on the screen, the head, where its first row will be. */
export function getVisibleRows({ scrollTop, height, rowHeight, count }: Viewport): RowSpan {
  const end = scrollTop + height;
  if (height <= 0 || end <= 0 || scrollTop >= count * rowHeight) return EMPTY_SPAN;
  const first = clamp(Math.floor(scrollTop / rowHeight), count);
  const last = clamp(Math.ceil(end / rowHeight) - 1, count);
  return { first, last: Math.min(last, first + MAX_RENDERED_ROWS - 1) };
}

/** The rows to render, in order: those on screen, the overscan, and the `kept` ones. */
export function getRenderedRows(
  { first, last }: RowSpan,
  count: number,
  pinned: readonly number[],
): number[] {
  const beyond = Math.min(OVERSCAN_ROWS, Math.floor((MAX_RENDERED_ROWS - (last - first + 1)) / 2));
  const from = Math.max(0, first - beyond);
  const to = Math.min(count - 1, last + beyond);
  const rendered = new Set(
    last < 0 ? [] : Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index),
  );
  for (const index of pinned) if (index >= 0 && index < count) rendered.add(index);
  return [...rendered].toSorted((a, b) => a - b);
}

/** A list that scrolls together with others. */
export interface ListPlace {
  ids: readonly string[];
  /** Of its first row. */
  top: number;
}

/** How far the first row on screen has moved. */
export function getMovement(
  known: readonly ListPlace[],
  now: readonly ListPlace[],
  scrollTop: number,
  rowHeight: number,
): number {
  for (const [place, { ids, top }] of known.entries()) {
    const first = Math.max(0, Math.floor((scrollTop - top) / rowHeight));
    const id = ids[first];
    const next = now[place];
    if (id === undefined || !next) continue;
    const index = next.ids.indexOf(id);
    return index < 0 ? 0 : next.top + index * rowHeight - (top + first * rowHeight);
  }
  return 0;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
