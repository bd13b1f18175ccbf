/** The index in a list after a key that moves through its rows; undefined for other keys. */
export function findIndexForKey(
  key: string,
  index: number,
  { count, pageSize }: { count: number; pageSize: number },
): number | undefined {
  const next = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageSize,
    PageUp: index - pageSize,
    Home: 0,
    End: count - 1,
  }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(next, count - 1));
}
