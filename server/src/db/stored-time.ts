// The accounts library stores times as texts, which sort as the times do; some engines give them back as dates.

/** A time as the accounts library stores it. `ms` since 1970. */
export function toStoredTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Ms since 1970. */
export function parseStoredTime(stored: string | Date): number {
  return new Date(stored).getTime();
}
