import { expect, test } from 'vitest';
import { getHue, getInitials } from './initials.ts';

test('initials are the first letters of up to two words, in capitals', () => {
  expect(getInitials('Demo Ada')).toBe('DA');
  expect(getInitials('  ada   byron lovelace ')).toBe('AB');
  expect(getInitials('ada')).toBe('A');
  expect(getInitials('🦊 fox')).toBe('🦊F');
  expect(getInitials('')).toBe('');
});

test('initials are whole signs, and letters before others', () => {
  for (const [name, initials] of [
    ['👨‍👩‍👧 Family', '👨‍👩‍👧F'],
    ['🇵🇱 Team', '🇵🇱T'],
    ['👩🏽‍💻 Ann', '👩🏽‍💻A'],
    ['e\u0301milie', 'E\u0301'],
    ['"Anna" (Ops)', 'AO'],
    ['Anna - Lee', 'AL'],
    ['Ann 🦊 Lee', 'AL'],
    ['*7 up', '7U'],
    ['\u200bada', 'A'],
    ['नि शा', 'निशा'],
    ['- !', '-!'],
  ] as const)
    expect([name, getInitials(name)]).toEqual([name, initials]);
});

test('a name in a script without initials has one sign', () => {
  for (const [name, initials] of [
    ['山田 太郎', '山'],
    ['김 민수', '김'],
    ['やまだ たろう', 'や'],
    ['عبد الله', 'ع'],
    ['שרה לוי', 'ש'],
    ['สมชาย ใจดี', 'ส'],
    ['Anna 山田', 'A'],
  ] as const)
    expect([name, getInitials(name)]).toEqual([name, initials]);
});

test('initials stay as written where a capital would be another sign, or depends on the language', () => {
  for (const [name, initials] of [
    ['ßmith', 'ß'],
    ['ibrahim ışık', 'iı'],
    ['İpek ada', 'İA'],
    ['ŉ x', 'ŉX'],
    ['øystein ławski', 'ØŁ'],
    ['дмитро шевченко', 'ДШ'],
  ] as const)
    expect([name, getInitials(name)]).toEqual([name, initials]);
});

test('a person always has the same one of twelve hues', () => {
  const uids = Array.from({ length: 50 }, (_, index) => `uid-${index}`);
  for (const uid of uids) expect(getHue(uid)).toBe(getHue(uid));
  expect(uids.every(uid => getHue(uid) % 30 === 0 && getHue(uid) < 360)).toBe(true);
  expect(new Set(uids.map(getHue)).size).toBeGreaterThan(6);
});
