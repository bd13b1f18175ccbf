import { expect, test } from 'vitest';
import { findNameStarts, foldName, matchesName } from './name-words.ts';

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
