import { type CommandArguments, MAX_SEARCH_LENGTH, parseSearchWords, type SearchWords } from '@snug/protocol';
import { startOfDaysAgo, toSpan } from './search-dates.ts';
import {
  addFilter,
  FILTER_KEYS,
  type Filter,
  findFilter,
  IS_VALUE,
  isPart,
  type SearchQuery,
} from './search-filters.ts';
import { findTypedFilters } from './typed-filters.ts';

/** `search`: the query of the page's address. Values that are no filters are left out. */
export function readAddress(search: string): SearchQuery {
  const params = new URLSearchParams(search);
  let filters: readonly Filter[] = [];
  for (const [name, value] of params) {
    const key = FILTER_KEYS.find(known => known === name);
    if (key && IS_VALUE[key](value)) filters = addFilter(filters, { key, value });
  }
  return { text: toStorable(params.get('q') ?? ''), filters };
}

/** As the command accepts it. */
function toStorable(text: string): string {
  return text.slice(0, MAX_SEARCH_LENGTH).toWellFormed().replaceAll('\0', ' ');
}

/** The opposite of `readAddress`; empty without words and filters. */
export function writeAddress({ text, filters }: SearchQuery): string {
  const params = new URLSearchParams();
  if (text.trim() !== '') params.set('q', text);
  for (const { key, value } of filters) params.append(key, value);
  const search = params.toString();
  return search === '' ? '' : `?${search}`;
}

/** The words of the text, without filters that are not complete. `isTyping`: the last word can be unfinished. */
export function parseWords({ text }: SearchQuery, isTyping: boolean): SearchWords {
  return parseSearchWords(toStorable(text).trimStart(), isTyping);
}

/**
 * Whether there is enough to search: two letters, one sign of a script without spaces, or a filter besides the room. After the person has
 * typed, an exclusion is, too.
 */
export function isSearchable(query: SearchQuery, isTyping: boolean): boolean {
  // The person still has to choose somebody, or a room.
  if (findTypedFilters(query.text).some(({ key }) => key === 'from' || key === 'in')) return false;
  if (query.filters.some(({ key }) => key !== 'in')) return true;
  const { wanted, unwanted } = parseWords(query, isTyping);
  if (!isTyping && unwanted.length > 0) return true;
  return wanted.some(
    ({ units }) =>
      !isTyping ||
      units.length > 1 ||
      units.some(({ kind, forms }) => kind !== 'word' || (forms[0]?.length ?? 0) > 1),
  );
}

/** `now`: ms since 1970. */
export function toInput(
  query: SearchQuery,
  isTyping: boolean,
  now: number,
): CommandArguments<'search_messages'> {
  const { filters } = query;
  const text = toStorable(query.text).trimStart();
  const roomId = findFilter(filters, 'in');
  const from = findFilter(filters, 'from');
  const has = filters.flatMap(({ key, value }) => (key === 'has' && isPart(value) ? [value] : []));
  return {
    ...(text !== '' && { text }),
    ...(roomId !== undefined && { roomId }),
    ...(from !== undefined && { from }),
    ...(has.length > 0 && { has }),
    ...(findFilter(filters, 'mentions') && { mentions: true as const }),
    ...(findFilter(filters, 'is') && { saved: true as const }),
    ...getTimes(filters, now),
    ...(isTyping && { isTyping: true as const }),
  };
}

/** `before` is exclusive and `after` inclusive, in ms since 1970: the days of "before" and "after" themselves are left out. */
export function getTimes(filters: readonly Filter[], now: number): { before?: number; after?: number } {
  const times: { before?: number; after?: number } = {};
  for (const { key, value } of filters) {
    if (key === 'last') times.after = startOfDaysAgo(Number(value) - 1, now);
    if (key === 'before' || key === 'on') times.before = toSpan(value)[key === 'on' ? 'end' : 'start'];
    if (key === 'after' || key === 'on') times.after = toSpan(value)[key === 'on' ? 'start' : 'end'];
  }
  return times;
}
