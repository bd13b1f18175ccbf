import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { startOfDaysAgo, toSpan } from './search-dates.ts';
import { addFilter, type Filter, SEARCH_PARTS } from './search-filters.ts';
import { getTimes, isSearchable, readAddress, toInput, writeAddress } from './search-query.ts';

const ROOM = '0199aaaa-0000-7000-8000-000000000002';
const NOW = new Date(2026, 10, 29, 9, 30).getTime();

afterEach(() => vi.unstubAllEnvs());

const filter = (key: Filter['key'], value: string): Filter => ({ key, value });

test.each([
  ['te', true, true],
  ['t', true, false],
  ['t', false, true],
  ['北', true, true],
  ['は', true, true],
  ['ส', true, true],
  ['👍', true, true],
  ['7', true, false],
  ['', true, false],
  ['  ', false, false],
  ['-tea', true, false],
  ['-tea', false, true],
  ['-"the tea"', false, true],
  ['-', false, false],
  ['check in: 5 pm', true, true],
  ['...', true, false],
  ['from:an', true, false],
  ['tea in:har', true, false],
  ['"a b"', true, true],
])('"%s" while typing (%s) is enough: %s', (text, isTyping, expected) => {
  expect(isSearchable({ text, filters: [] }, isTyping)).toBe(expected);
});

test('the server accepts the text of any address', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
    const query = readAddress(`?${new URLSearchParams({ q: `\0${text}` })}`);
    const { text: searched = '' } = toInput(query, false, NOW);
    expect([searched.isWellFormed(), searched.includes('\0')]).toEqual([true, false]);
  });
  fc.assert(property, { numRuns: 100 });
});

test('a filter is enough without words, but for the room', () => {
  expect(isSearchable({ text: '', filters: [filter('has', 'file')] }, true)).toBe(true);
  expect(isSearchable({ text: '', filters: [filter('in', ROOM)] }, true)).toBe(false);
  expect(isSearchable({ text: 'te', filters: [filter('in', ROOM)] }, true)).toBe(true);
});

test('an address keeps words and filters in their order', () => {
  const values = fc.oneof(
    fc.constantFrom(...SEARCH_PARTS).map(value => filter('has', value)),
    fc.uuid().map(value => filter('from', value)),
    fc.uuid().map(value => filter('in', value)),
    fc.constantFrom(filter('mentions', 'me'), filter('is', 'saved'), filter('last', '7')),
    fc.constantFrom('before', 'after', 'on').map(key => filter(key as 'on', '2026-09-05')),
  );
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter(text => text.trim() !== '');
  fc.assert(
    fc.property(text, fc.array(values), (text, added) => {
      const filters = added.reduce<readonly Filter[]>(addFilter, []);
      const query = { text: text.toWellFormed(), filters };
      expect(readAddress(writeAddress(query))).toEqual(query);
    }),
  );
});

test('values of an address that are no filters are left out', () => {
  const bad =
    'has=dragon&before=soon&mentions=ann&is=late&last=0&last=99999&from=<b>&in=harbour&on=2026-02-30&x=1';
  expect(readAddress(`?q=tea&${bad}`)).toEqual({ text: 'tea', filters: [] });
  expect(readAddress('')).toEqual({ text: '', filters: [] });
  expect(readAddress(`?q=${'a'.repeat(500)}`).text).toHaveLength(200);
  expect(writeAddress({ text: '  ', filters: [] })).toBe('');
});

test('the fields of the command', () => {
  const filters = [
    filter('in', ROOM),
    filter('from', 'u'),
    filter('has', 'file'),
    filter('has', 'link'),
    filter('mentions', 'me'),
    filter('is', 'saved'),
  ];
  expect(toInput({ text: ' tea ', filters }, true, NOW)).toEqual({
    text: 'tea ',
    roomId: ROOM,
    from: 'u',
    has: ['file', 'link'],
    mentions: true,
    saved: true,
    isTyping: true,
  });
  expect(toInput({ text: '\ud800 tea', filters: [] }, false, NOW)).toEqual({ text: '\ufffd tea' });
});

test.each(['UTC', 'Europe/Berlin', 'America/Havana', 'Pacific/Auckland'])(
  'in %s, "before", "on" and "after" a day divide all times',
  zone => {
    vi.stubEnv('TZ', zone);
    // Days on which clocks change in one of the zones, and others.
    for (const day of ['2026-03-08', '2026-03-29', '2026-09-27', '2026-10-25', '2026-11-01', '2026-02-28']) {
      const { before = 0 } = getTimes([filter('before', day)], NOW);
      const on = getTimes([filter('on', day)], NOW);
      const { after = 0 } = getTimes([filter('after', day)], NOW);
      expect([on.after, on.before]).toEqual([before, after]);
      expect(new Date(before).getHours(), 'some days begin at one o’clock').toBeLessThan(2);
      expect(new Date(before).getDate()).toBe(Number(day.slice(-2)));
      expect(new Date(after - 1).getDate()).toBe(Number(day.slice(-2)));
    }
  },
);

test('"before" and "after" a day leave out the day itself, and "on" is that day', () => {
  const isFound = (key: Filter['key'], at: number) => {
    const { before = Number.POSITIVE_INFINITY, after = 0 } = getTimes([filter(key, '2026-11-05')], NOW);
    return at >= after && at < before;
  };
  const times = [
    new Date(2026, 10, 4, 23, 59, 59, 999),
    new Date(2026, 10, 5),
    new Date(2026, 10, 5, 23, 59, 59, 999),
    new Date(2026, 10, 6),
  ].map(date => date.getTime());
  expect(times.map(at => isFound('before', at))).toEqual([true, false, false, false]);
  expect(times.map(at => isFound('on', at))).toEqual([false, true, true, false]);
  expect(times.map(at => isFound('after', at))).toEqual([false, false, false, true]);
});

test('months, years and the last days', () => {
  expect(toSpan('2026-12').end).toBe(new Date(2027, 0, 1).getTime());
  expect(toSpan('2024').end).toBe(new Date(2025, 0, 1).getTime());
  expect(getTimes([filter('last', '1')], NOW)).toEqual({ after: new Date(2026, 10, 29).getTime() });
  expect(getTimes([filter('last', '7')], NOW)).toEqual({ after: new Date(2026, 10, 23).getTime() });
  expect(startOfDaysAgo(30, NOW)).toBe(new Date(2026, 9, 30).getTime());
});
