/** The fields of a JSON object that somebody else wrote. */
export type Fields = Readonly<Record<string, unknown>>;

/** Without fields for anything but an object. */
export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Programs also send one element without a list. */
export function listFields(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.map(toFields);
  return typeof value === 'object' && value !== null ? [toFields(value)] : [];
}

/** Empty for anything but a text, a number or a Boolean value. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '' : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** NaN for anything but a number, or a text with one. `Number` itself throws for an object such as `{ "toString": 1, "valueOf": 1 }`. */
export function readNumber(value: unknown): number {
  const text = readText(value);
  return text === '' ? Number.NaN : Number(text);
}
