const HOUR_MS = 60 * 60_000;

/** When a status ends. `other`: at a time that the person types. */
export type StatusEnd = 'always' | 'inAnHour' | 'inFourHours' | 'today' | 'other';

export const STATUS_ENDS: readonly StatusEnd[] = ['always', 'inAnHour', 'inFourHours', 'today', 'other'];

/** ms since 1970; undefined for a status that stays. `other`: the typed time. */
export function getStatusEnd(end: StatusEnd, now: number, other: number | undefined): number | undefined {
  if (end === 'other') return other;
  if (end === 'inAnHour') return now + HOUR_MS;
  if (end === 'inFourHours') return now + 4 * HOUR_MS;
  return end === 'today' ? getMidnight(now) : undefined;
}

/** The end of the day in the time zone of the person. */
function getMidnight(now: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime();
}

export interface StatusSuggestion {
  key: 'meeting' | 'away' | 'holiday';
  emoji: string;
  end: StatusEnd;
}

export const STATUS_SUGGESTIONS: readonly StatusSuggestion[] = [
  { key: 'meeting', emoji: '📅', end: 'inAnHour' },
  { key: 'away', emoji: '🚶', end: 'today' },
  { key: 'holiday', emoji: '🌴', end: 'other' },
];
