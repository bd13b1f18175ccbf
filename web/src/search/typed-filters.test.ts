import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Filter } from './search-filters.ts';
import { findTypedFilters, removeTyped, takeTypedFilters } from './typed-filters.ts';

const ME = '0199aaaa-0000-7000-8000-000000000001';
const NOW = new Date(2026, 10, 29, 9, 30).getTime();

function take(text: string, caret?: number, filters: readonly Filter[] = []) {
  const { text: rest, filters: taken } = takeTypedFilters({ text, filters }, { caret, me: ME, now: NOW });
  return [rest, taken.map(({ key, value }) => `${key}=${value}`).join(' ')];
}

test.each([
  ['has:file report', 'report', 'has=file'],
  ['report has:pictures', 'report', 'has=picture'],
  ['HAS:Voice', '', 'has=voice'],
  ['a has:link b', 'a b', 'has=link'],
  ['from:me lunch', 'lunch', `from=${ME}`],
  ['mentions:me', '', 'mentions=me'],
  ['is:saved tea', 'tea', 'is=saved'],
  ['is:pinned tea', 'tea', 'has=pin'],
  ['has:file has:link', '', 'has=file has=link'],
  ['before:2026-09-05', '', 'before=2026-09-05'],
  ['after:2026-9-5', '', 'after=2026-09-05'],
  ['on:05.09.2026', '', 'on=2026-09-05'],
  ['on:2026/02/28', '', 'on=2026-02-28'],
  ['before:2026-07', '', 'before=2026-07'],
  ['after:2025', '', 'after=2025'],
  ['on:today', '', 'on=2026-11-29'],
  ['during:2026-09 tea', 'tea', 'on=2026-09'],
  ['During:yesterday', '', 'on=2026-11-28'],
  ['on:yesterday', '', 'on=2026-11-28'],
  // As Chinese and Japanese input methods write it.
  ['on:２０２６－０９－０５', '', 'on=2026-09-05'],
  ['on:٢٠٢٦-٠٩-٠٥', '', 'on=2026-09-05'],
  ['on:2026年9月5日 茶', '茶', 'on=2026-09-05'],
  ['after:2026年9月', '', 'after=2026-09'],
  ['on:"2026년 9월 5일"', '', 'on=2026-09-05'],
  ['on:"05 Sep 2026" tea', 'tea', 'on=2026-09-05'],
  ['before:5-September-2026', '', 'before=2026-09-05'],
  ['during:"Sep 2026"', '', 'on=2026-09'],
  ['on:25/09/2026', '', 'on=2026-09-25'],
  ['on:9/25/2026', '', 'on=2026-09-25'],
  ['on:9/9/2026', '', 'on=2026-09-09'],
  ['tea before: 2026-09-05 pot', 'tea pot', 'before=2026-09-05'],
  ['has：file 报告', '报告', 'has=file'],
])('%s is the text "%s" and the filters %s', (typed, text, filters) => {
  expect(take(typed)).toEqual([text, filters]);
});

test.each([
  'https://snug.example/a:b',
  'at 10:30',
  'has:dragons',
  'has:',
  'before:lunch',
  'during:lunch',
  'on:2026-02-30',
  'after:1234',
  'on:05/09/2026',
  'on:31/31/2026',
  'on:"05 Lunch 2026"',
  'on:"05 ma 2026"',
  'on:2026年13月',
  'check in: 5 pm',
  'is on: 2026-09-0x',
  'the plan after: 2026',
  'Mail from: Ann',
  'mentions:ann',
  'is:late',
  'cc:me',
  '"has:file"',
  '“from:me”',
  '『from:me』',
  '‹from:me›',
  '-has:file',
  'xhas:file',
  'from:ann',
  'in:harbour',
  '"a has:file b"',
  'has:constructor',
])('%s stays in the text', typed => {
  expect(take(typed)).toEqual([typed, '']);
});

test('a filter stays in the text while the caret is in it', () => {
  expect(take('has:file', 8)).toEqual(['has:file', '']);
  expect(take('has:file ', 9)).toEqual(['', 'has=file']);
  expect(take('has:file tea', 3)).toEqual(['has:file tea', '']);
  expect(take('has:file tea', 12)).toEqual(['tea', 'has=file']);
});

test('a later filter replaces one that it contradicts', () => {
  const filters: Filter[] = [
    { key: 'before', value: '2026-01-01' },
    { key: 'after', value: '2025-01-01' },
    { key: 'has', value: 'link' },
  ];
  expect(take('has:file ', 9, filters)).toEqual(['', 'before=2026-01-01 after=2025-01-01 has=link has=file']);
  expect(take('after:2025-06-01 ', 17, filters)).toEqual(['', 'before=2026-01-01 has=link after=2025-06-01']);
  expect(take('on:2025-06-01 ', 14, filters)).toEqual(['', 'has=link on=2025-06-01']);
});

test('names can have quotes, spaces and an "@"', () => {
  const values = (text: string) => findTypedFilters(text).map(({ key, value }) => [key, value]);
  expect(values('from:"Ann Lee" in:“Team chat” tea')).toEqual([
    ['from', 'Ann Lee'],
    ['in', 'Team chat'],
  ]);
  expect(values('from:@Ömer')).toEqual([['from', 'Ömer']]);
  expect(values('from:')).toEqual([['from', '']]);
  expect(values('check in: 5 pm, from: Ann')).toEqual([]);
  expect(values('from:"Ann Le')).toEqual([['from', 'Ann Le']]);
  expect(values('in:東京')).toEqual([['in', '東京']]);
});

test('any text loses nothing but its filters, and taking them twice changes nothing', () => {
  const words = fc.constantFrom(
    'from:me',
    'has:file',
    'has:x',
    'on:2026',
    '"a b"',
    '"',
    'tea',
    '-x',
    '  ',
    'ab：c',
    '👍',
  );
  fc.assert(
    fc.property(fc.array(words), fc.string({ unit: 'binary', maxLength: 20 }), (parts, other) => {
      const text = [...parts, other].join(' ');
      const taken = takeTypedFilters({ text, filters: [] }, { me: ME, now: NOW });
      expect(takeTypedFilters(taken, { me: ME, now: NOW })).toEqual(taken);
      expect(taken.filters.length > 0 || taken.text === text).toBe(true);
      for (const found of findTypedFilters(text))
        expect(removeTyped(text, found).length).toBeLessThan(text.length);
    }),
  );
});

test('200 characters of quotes and colons take as long as any others', () => {
  for (const unit of ['"', 'from:"', ':', 'in:', '" '])
    expect(() => findTypedFilters(unit.repeat(200))).not.toThrow();
});
