/** Throws, naming `what`, where two values are not the same to the last field. */
export function equal(what: string, actual: unknown, expected: unknown): void {
  const [left, right] = [stable(actual), stable(expected)];
  if (left !== right) throw new Error(`${what}:\n  is        ${cut(left)}\n  should be ${cut(right)}`);
}

/** A value in words, the same whatever order its fields came in. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function cut(text = 'undefined'): string {
  return text.length > 600 ? `${text.slice(0, 600)}... (${text.length} characters)` : text;
}
