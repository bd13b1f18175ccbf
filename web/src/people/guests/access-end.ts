import { MAX_GUEST_DAYS } from '@snug/protocol';

/** How long a guest has access. `day`: the last one, as in a field of dates, for `other`. */
export interface AccessEnd {
  choice: 'none' | 30 | 90 | 'other';
  day: string;
}

export const NO_END: AccessEnd = { choice: 'none', day: '' };

const DAY_MS = 24 * 60 * 60_000;

/**
 * In ms since 1970, or null for no end. Undefined if the day is missing, over or too late: an emptied field must not give
 * access for ever. The last day counts as a whole.
 */
export function getEndTime({ choice, day }: AccessEnd, now: number): number | null | undefined {
  if (choice === 'none') return null;
  if (choice !== 'other') return now + choice * DAY_MS;
  const start = new Date(`${day}T00:00`);
  // A day can have 23 or 25 hours.
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime();
  return end > now && end <= now + MAX_GUEST_DAYS * DAY_MS ? end : undefined;
}

/** The day of a time, as in a field of dates. */
export function toDay(time: number): string {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [year, month, day].map(part => String(part).padStart(2, '0')).join('-');
}
