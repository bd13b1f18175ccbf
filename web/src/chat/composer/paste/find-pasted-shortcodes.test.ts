import { expect, test } from 'vitest';
import { findPastedShortcodes } from './find-pasted-shortcodes.ts';

/** The places as the texts that they hold in the whole field. */
function find(field: string, offset: number, ...shortcodes: string[]) {
  const found = findPastedShortcodes({ text: field.slice(offset), shortcodes }, offset);
  for (const { start, end, text } of found) expect(field.slice(start, end)).toBe(text);
  return found.map(({ start }) => start);
}

test('each name has its place in the field, also one that occurs twice', () => {
  expect(find('Hi :wave: to :party_parrot: and :wave:', 3, ':wave:', ':party_parrot:', ':wave:')).toEqual([
    3, 13, 32,
  ]);
});

test('a name before the pasted text is not one of it', () => {
  expect(find(':wave: :wave:', 7, ':wave:')).toEqual([7]);
});

test('a name that is missing leaves the others in place', () => {
  expect(find('one :a1: two', 0, ':gone:', ':a1:')).toEqual([4]);
  expect(find('nothing', 0)).toEqual([]);
});

test('pasted emoji keep their own tone', () => {
  expect(findPastedShortcodes({ text: ':wave:', shortcodes: [':wave:'] }, 0)).toEqual([
    { start: 0, end: 6, text: ':wave:', hasOwnTone: true },
  ]);
});
