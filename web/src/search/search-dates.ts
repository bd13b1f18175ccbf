import { foldLetters } from '@snug/protocol';

/** A day, a month or a year: `2026-09-05`, `2026-09` or `2026`. */
export type DateValue = string;

const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
/** As in Chinese, Japanese and Korean. */
const UNITS_OF_DATES = /[\u5e74\ub144\u6708\uc6d4]\s*/g;
const LAST_UNIT = /[\u65e5\uc77c-]$/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const DAY_OR_MONTH_FIRST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
/** As the page writes dates. */
const NAMED_MONTH = /^(?:(\d{1,2})[\s-]*)?([a-z]{3,9})[\s-]*(\d{4})$/;
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTHS_OF_YEAR = 12;
/** Before the first message of any server that was imported. */
const MIN_YEAR = 1970;

/** A typed date, or undefined. `now`: ms since 1970. */
export function parseDate(typed: string, now: number): DateValue | undefined {
  // Digits of any script.
  const text = foldLetters(typed);
  if (text === 'today') return toDateValue(new Date(now));
  if (text === 'yesterday') {
    const day = new Date(now);
    return toDateValue(new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1));
  }
  const [, year = '', month, day] = DATE.exec(toYearFirst(text).replaceAll(/[/.]/g, '-')) ?? [];
  const value = [year, month, day]
    .filter(part => part !== undefined)
    .map(part => part.padStart(2, '0'))
    .join('-');
  return isDate(value) ? value : undefined;
}

function toYearFirst(text: string): string {
  const [, day, name, year] = NAMED_MONTH.exec(text) ?? [];
  if (name !== undefined) {
    const month = MONTHS.findIndex(known => known.startsWith(name)) + 1;
    return [year, month, ...(day === undefined ? [] : [day])].join('-');
  }
  return text
    .normalize('NFC')
    .replaceAll(UNITS_OF_DATES, '-')
    .replace(LAST_UNIT, '')
    .replace(DAY_FIRST, '$3-$2-$1')
    .replace(DAY_OR_MONTH_FIRST, orderParts);
}

/** Nobody knows what 05/09/2026 is. */
function orderParts(typed: string, first: string, second: string, year: string): string {
  if (first === second || Number(first) > MONTHS_OF_YEAR) return `${year}-${second}-${first}`;
  return Number(second) > MONTHS_OF_YEAR ? `${year}-${first}-${second}` : typed;
}

export function isDate(value: string): boolean {
  const match = DATE.exec(value);
  if (!match || Number(match[1]) < MIN_YEAR) return false;
  const [year = 0, month = 1, day = 1] = match.slice(1).map(part => (part ? Number(part) : undefined));
  const date = new Date(year, month - 1, day);
  return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
}

/** From its beginning to the beginning of the next one, in ms since 1970, in the reader's time zone. */
export function toSpan(value: DateValue): { start: number; end: number } {
  const [year = MIN_YEAR, month, day] = value.split('-').map(Number);
  const at = (...[y, m, d]: [number, number, number]) => Math.max(0, new Date(y, m, d).getTime());
  if (month === undefined) return { start: at(year, 0, 1), end: at(year + 1, 0, 1) };
  if (day === undefined) return { start: at(year, month - 1, 1), end: at(year, month, 1) };
  return { start: at(year, month - 1, day), end: at(year, month - 1, day + 1) };
}

/** The beginning of the day so many days ago. */
export function startOfDaysAgo(days: number, now: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime();
}

function toDateValue(date: Date): DateValue {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
