/** Exports have fields of other types than documented: each is read on its own. */
export type SlackObject = Record<string, unknown>;

export function isRecord(value: unknown): value is SlackObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty for other types. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Microseconds of a `ts`, as a number without rounding; undefined for another text. */
export function readTs(ts: unknown): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(typeof ts === 'number' ? String(ts) : readText(ts));
  return match ? Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0')) : undefined;
}

/** In ms, of seconds, also as a text; undefined for a time before 1970 or after 2096. */
export function readSeconds(value: unknown): number | undefined {
  const seconds = Number(value);
  return seconds > 0 && seconds < 4e9 ? seconds * 1000 : undefined;
}
