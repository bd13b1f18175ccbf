import { toPlainQuotes } from '@snug/protocol';
import { parseDate } from './search-dates.ts';
import { addFilter, type Filter, type FilterKey, type SearchQuery } from './search-filters.ts';

const TYPED_KEYS = ['from', 'in', 'has', 'before', 'after', 'on', 'mentions', 'is'] as const;
type TypedKey = (typeof TYPED_KEYS)[number];

export interface TypedFilter {
  key: TypedKey;
  /** Without quotes and without "@". */
  value: string;
  /** In the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Strings without spaces outside of their quotes. */
const STRINGS = /(?:[^\s"]|"[^"]*(?:"|$))+/g;
/** Input methods of Chinese and Japanese write a wide colon. */
const FILTER = /^(?<key>from|in|has|before|after|on|during|mentions|is)[:\uff1a]@?(?<value>.*)$/isu;
/** What people know from elsewhere, for months and years, too. */
const DURING = 'during';

const IS_DATE_KEY = /^(?:before|after|on)$/;
const PARTS_OF_DAY = 3;

/** The words of a filter `has`, as people call what they look for. */
const PARTS: Readonly<Record<string, string>> = {
  file: 'file',
  files: 'file',
  attachment: 'file',
  picture: 'picture',
  pictures: 'picture',
  image: 'picture',
  images: 'picture',
  photo: 'picture',
  photos: 'picture',
  voice: 'voice',
  link: 'link',
  links: 'link',
  url: 'link',
  pin: 'pin',
  pinned: 'pin',
};

/** In order. Phrases in quotes, other words with a colon, and those of "check in: 5 pm" are text. */
export function findTypedFilters(text: string): TypedFilter[] {
  const strings = [...toPlainQuotes(text).matchAll(STRINGS)];
  return strings.flatMap(({ 0: string, index: start }, place) => {
    const { key = '', value: typed = '' } = FILTER.exec(string)?.groups ?? {};
    const name = key.toLowerCase();
    const known = name === DURING ? 'on' : TYPED_KEYS.find(other => other === name);
    const [value, end] = [trimQuotes(typed), start + string.length];
    if (!known) return [];
    if (value !== '' || end === text.length) return [{ key: known, value, start, end }];
    const next = strings[place + 1];
    if (!next || !IS_DATE_KEY.test(known) || !isDay(next[0])) return [];
    return [{ key: known, value: trimQuotes(next[0]), start, end: next.index + next[0].length }];
  });
}

const trimQuotes = (typed: string) => typed.replaceAll('"', '').trim();

/** Elsewhere, people write "before: 2026-09-05". A year alone could be a word. */
function isDay(typed: string): boolean {
  return parseDate(trimQuotes(typed), 0)?.split('-').length === PARTS_OF_DAY;
}

/** `choose`: a person or a room, of which several can have the name. Undefined: it is text. */
export function toFilter(
  { key, value }: Pick<TypedFilter, 'key' | 'value'>,
  { me, now }: { me: string; now: number },
): Filter | 'choose' | undefined {
  const word = value.toLowerCase();
  if (key === 'from') return word === 'me' ? { key, value: me } : 'choose';
  if (key === 'in') return 'choose';
  if (key === 'mentions') return word === 'me' ? { key, value: 'me' } : undefined;
  if (key === 'is') {
    if (word === 'saved') return { key, value: 'saved' };
    return word === 'pinned' ? { key: 'has', value: 'pin' } : undefined;
  }
  if (key === 'has') return toKnown(key, Object.hasOwn(PARTS, word) ? PARTS[word] : undefined);
  return toKnown(key, parseDate(value, now));
}

function toKnown(key: FilterKey, value: string | undefined): Filter | undefined {
  return value === undefined ? undefined : { key, value };
}

/** Moves typed filters from the text to the others, unless the caret is still in them. `caret`: undefined when the text is complete. */
export function takeTypedFilters(
  query: SearchQuery,
  { caret, ...options }: { caret?: number | undefined; me: string; now: number },
): SearchQuery {
  const taken = findTypedFilters(query.text).flatMap(typed => {
    const isTyping = caret !== undefined && caret >= typed.start && caret <= typed.end;
    const filter = isTyping ? undefined : toFilter(typed, options);
    return filter && filter !== 'choose' ? [{ typed, filter }] : [];
  });
  if (taken.length === 0) return query;
  return {
    text: taken.reduceRight((text, { typed }) => removeTyped(text, typed), query.text),
    filters: taken.reduce((filters, { filter }) => addFilter(filters, filter), query.filters),
  };
}

/** With one space between its neighbours. */
export function removeTyped(text: string, { start, end }: Pick<TypedFilter, 'start' | 'end'>): string {
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()];
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}
