/** How long a guest has access. `day`: the last one, as in a field of dates, for `other`. */
export interface AccessEnd {
  choice: 'none' | 30 | 90 | 'other';
  day: string;
}

export const NO_END: AccessEnd = { choice: 'none', day: '' };

const DAY_MS = 24 * 60 * 60_000;

/** In ms since 1970, or null for no end. The last day counts as a whole. */
export function getEndTime({ choice, day }: AccessEnd, now: number): number | null {
  if (choice === 'none') return null;
  if (choice !== 'other') return now + choice * DAY_MS;
  const start = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(start) ? null : start + DAY_MS;
}

/** The day of a time, as in a field of dates. */
export function toDay(time: number): string {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [year, month, day].map(part => String(part).padStart(2, '0')).join('-');
}
