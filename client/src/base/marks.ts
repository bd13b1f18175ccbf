/** Beyond these, the oldest are forgotten. A view that needs one asks again. */
export const MAX_MARKS = 2_000;

/** Copies `marks` with the newest ones at the end. Those that a view watches stay. */
export function addMarks<Mark>(
  marks: ReadonlyMap<string, Mark>,
  newest: Iterable<readonly [key: string, mark: Mark]>,
  isWatched: (key: string) => boolean = () => false,
): Map<string, Mark> {
  const added = new Map(marks);
  for (const [key, mark] of newest) {
    added.delete(key);
    added.set(key, mark);
  }
  for (const key of added.keys()) {
    if (added.size <= MAX_MARKS) break;
    if (!isWatched(key)) added.delete(key);
  }
  return added;
}
