/** Throws an error that begins with `description`, unless the values are deeply equal. */
export function assertEqual(description: string, actual: unknown, expected: unknown): void {
  const [left, right] = [stableStringify(actual), stableStringify(expected)];
  if (left !== right)
    throw new Error(`${description}:\n  is        ${truncate(left)}\n  should be ${truncate(right)}`);
}

/** Independent of the order of fields. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function truncate(text = 'undefined'): string {
  return text.length > 600 ? `${text.slice(0, 600)}... (${text.length} characters)` : text;
}
