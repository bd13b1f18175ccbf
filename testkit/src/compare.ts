/** Throws an error that begins with `description`, unless the values are deeply equal. */
export function assertEqual(description: string, actual: unknown, expected: unknown): void {
  const [left, right] = [stableStringify(actual), stableStringify(expected)];
  if (left === right) return;
  const from = Math.max(0, findFirstDifference(left, right) - 200);
  throw new Error(`${description}:\n  is        ${excerpt(left, from)}\n  should be ${excerpt(right, from)}`);
}

function findFirstDifference(left = '', right = ''): number {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index++;
  return index;
}

/** Independent of the order of fields. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function excerpt(text = 'undefined', from: number): string {
  if (text.length <= 600) return text;
  return `${from > 0 ? '...' : ''}${text.slice(from, from + 600)}... (${text.length} characters)`;
}
