import type { SearchPart } from '@snug/protocol';
import { isDate } from './search-dates.ts';

/** `text`: as typed. It can contain filters that are not complete yet. */
export interface SearchQuery {
  text: string;
  filters: readonly Filter[];
}

export const FILTER_KEYS = ['from', 'in', 'has', 'mentions', 'is', 'before', 'after', 'on', 'last'] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** `value`: the id of a person or a room, a `SearchPart`, `me`, `saved`, a date, or a number of days. */
export interface Filter {
  key: FilterKey;
  value: string;
}

export const SEARCH_PARTS: readonly SearchPart[] = ['picture', 'file', 'voice', 'link', 'pin'];
const MAX_DAYS = 1_000;

export const isPart = (value: string): value is SearchPart =>
  (SEARCH_PARTS as readonly string[]).includes(value);
const isId = (value: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

export const IS_VALUE: Readonly<Record<FilterKey, (value: string) => boolean>> = {
  from: isId,
  in: isId,
  has: isPart,
  mentions: value => value === 'me',
  is: value => value === 'saved',
  before: isDate,
  after: isDate,
  on: isDate,
  last: value => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_DAYS,
};

/** Replaces the filters that it contradicts. */
export function addFilter(filters: readonly Filter[], added: Filter): Filter[] {
  return [...filters.filter(filter => !isReplaced(filter, added)), added];
}

function isReplaced({ key, value }: Filter, added: Filter): boolean {
  if (key === added.key) return key !== 'has' || value === added.value;
  const isBound = (name: FilterKey) => name === 'before' || name === 'after';
  const isPeriod = (name: FilterKey) => name === 'on' || name === 'last';
  return (isPeriod(added.key) && (isBound(key) || isPeriod(key))) || (isBound(added.key) && isPeriod(key));
}

export function findFilter(filters: readonly Filter[], key: FilterKey): string | undefined {
  return filters.find(filter => filter.key === key)?.value;
}
