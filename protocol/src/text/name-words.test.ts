import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FoldedName,
  findNameStarts,
  findWordStarts,
  foldName,
  matchesName,
  splitNameQuery,
} from './name-words.ts';

const FOUND = [
  ['Tomás Herrera', 'tomas'],
  ['Tomás Herrera', 'HERR'],
  ['Tomás Herrera', 'her tom'],
  ['Anne-Marie', 'marie'],
  ["Siobhán O'Brien", "o'b"],
  ['Łukasz Nowak', 'Lukasz N'],
  ['Søren Ægirsson', 'aegir'],
  ['山田太郎', '太'],
  ['山田太郎', '郎'],
  ['山田 太郎', '山田太'],
  ['山田太郎', '山田 太郎'],
  ['山田太郎', '太郎 山田'],
  ['ヤマダタロウ', 'たろ'],
  ['김민수', '민'],
  ['김민수', 'ㅁ'],
  ['김 민수', '김민수'],
  ['สมชาย', 'ชาย'],
  ['🎉Party', 'party'],
  ['C++', 'c++'],
  ['???', '??'],
  ['Ada', ''],
  ['Ada', '  '],
] as const;

test.each(FOUND)('R4 %s is found by "%s"', (name, text) => {
  expect(matchesName(name, text)).toBe(true);
});

test.each([
  ['Tomás Herrera', 'rrera'],
  ['Tomás Herrera', 'tomas x'],
  ['김민수', 'ㅣ'],
  ['Андрей', 'ндрей'],
  ['Майя', 'маи'],
  ['Ada', 'ada king'],
])('R4 %s is not found by "%s"', (name, text) => {
  expect(matchesName(name, text)).toBe(false);
});

test('R4 a folded name has one space between words, and none between letters that need none', () => {
  expect(foldName('  Anne-Marie   de  Noël ')).toBe('anne marie de noel');
  expect(foldName('山田\u3000太郎 (Ops)')).toBe('山田太郎 ops');
  expect(foldName(`${'ﷺ'.repeat(80)}😀`).length).toBeLessThanOrEqual(400);
});

test('R4 a search begins at words, at letters of scripts without spaces, and after symbols', () => {
  const show = (name: string) => findNameStarts(name).map(start => name.slice(start));
  expect(show('Ann (Ops)')).toEqual(['Ann (Ops)', 'Ops)']);
  expect(show('김민수')).toEqual(['김민수', '민수', '수']);
  expect(show('e\u0301a 🎉b')).toEqual(['e\u0301a 🎉b', '🎉b', 'b']);
  expect(show('นี้')).toEqual(['นี้']);
});

test('R4 a stored folded name finds what the function over names finds, also at each place where words begin', () => {
  const piece = fc.constantFrom(
    'Ann',
    'Żółw',
    'ß',
    'Łukasz',
    '山田',
    '太',
    'ヤマダ',
    '김민수',
    'ん',
    'ﷺ',
    '㌀',
    '😀',
    '+',
    '❤️',
    'محمد',
    ' ',
    '-',
    '.',
    '\u0301',
    '\u202e',
    '\u200d',
    'نا',
    'ไทย',
    'क्',
    'x',
    'a',
    'é',
    '٣',
  );
  const name = fc.array(piece, { minLength: 1, maxLength: 12 }).map(pieces => pieces.join(''));
  fc.assert(
    fc.property(name, name, fc.nat(), fc.nat(6), (stored, other, from, length) => {
      const folded = foldName(stored);
      const start = from % (folded.length + 1);
      const part = folded.slice(start, start + length).toWellFormed();
      for (const text of [other, part, `${part} ${other}`, stored]) {
        const words = splitNameQuery(text);
        const starts = findWordStarts(folded);
        const isFound = words.every(word => starts.some(at => folded.startsWith(word, at)));
        expect(new FoldedName(folded).hasAll(words)).toBe(isFound);
        expect(matchesName(stored, text)).toBe(isFound);
      }
      expect(folded.length).toBeLessThanOrEqual(240);
    }),
  );
});

test('R4 the longest names of ordinary letters are folded whole', () => {
  for (const name of [
    `${'한'.repeat(79)}끝`,
    `${'é'.repeat(79)}z`,
    `${'ệ'.repeat(79)}z`,
    `${'字'.repeat(79)}末`,
  ])
    expect(foldName(name).endsWith(foldName(name.slice(-1)))).toBe(true);
});

test('R4 a name and a search need work that grows by their lengths alone', () => {
  const worst = 'xa'.repeat(40);
  const folded = new FoldedName(foldName(worst));
  const words = splitNameQuery('a b c d e f g h i j k l');
  expect(words).toHaveLength(10);
  expect(folded.hasAll(words)).toBe(false);
  expect(folded.findStarts('a')).toEqual([]);
});
