/** A day in the reader's time zone, as `<input type="date">` has it: "2026-03-29". */
export function formatLocalDay(at: number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'));
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** Its first moment, ms since 1970, also where a change of the clock skips midnight. Undefined if it is not a day since 1970. */
export function parseLocalDay(value: string): number | undefined {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  const date = new Date(year, month - 1, day);
  return formatLocalDay(date.getTime()) === value && date.getTime() >= 0 ? date.getTime() : undefined;
}
