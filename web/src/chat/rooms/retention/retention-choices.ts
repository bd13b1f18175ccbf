import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';

/** In place of a number of days. */
export const FOREVER = 0;
export const OTHER = -1;

const YEAR_DAYS = 365;
const CHOICES = [YEAR_DAYS, 90, 30];

/** `days`, `most`: undefined for ever. What exceeds `most` is left out. `most` and the present days are choices, too. */
export function listRetentionChoices(days: number | undefined, most: number | undefined): number[] {
  const isPossible = (choice: number) => most === undefined || choice <= most;
  const present = [...CHOICES, days, most].filter(choice => choice !== undefined).filter(isPossible);
  const descending = [...new Set(present)].toSorted((a, b) => b - a);
  return [...(most === undefined ? [FOREVER] : []), ...descending, OTHER];
}

export function toChoiceLabel(choice: number): string {
  const { forever, year, other } = lazyStrings.retention;
  if (choice === FOREVER) return forever;
  if (choice === OTHER) return other;
  return choice === YEAR_DAYS ? year : formatDays(choice);
}

/** "30 days". */
export function formatDays(days: number): string {
  return lazyStrings.retention.days(days, formatNumber(days));
}
