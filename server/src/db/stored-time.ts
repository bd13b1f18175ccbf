// The accounts library stores times as ISO 8601 texts, which sort by time. Some engines return them as dates.

/** `ms`: since 1970. */
export function toStoredTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Of an imported person whose time of joining is unknown. */
export const UNKNOWN_TIME = toStoredTime(0);

/** Returns ms since 1970. */
export function parseStoredTime(stored: string | Date): number {
  return new Date(stored).getTime();
}
