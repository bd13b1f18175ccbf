/** Prevents texts of people from ending the element: JSON allows an escape for `<`. */
export function toScriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

export function countBytes(value: unknown): number {
  return Buffer.byteLength(toScriptSafeJson(value));
}

/** The first items, as many as have at most `maxBytes` together. */
export function takeWhileFits<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let bytesLeft = maxBytes;
  const end = items.findIndex(item => {
    bytesLeft -= countBytes(item) + 1;
    return bytesLeft < 0;
  });
  return items.slice(0, end === -1 ? items.length : end);
}
