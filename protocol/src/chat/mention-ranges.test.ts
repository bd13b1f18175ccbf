import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MENTION_LENGTH, MAX_MENTIONS } from '../core/limits.ts';
import type { Mention } from './mention.ts';
import { selectMentions, toMentionText } from './mention-ranges.ts';

const UID = '11111111-1111-4111-8111-111111111111';

function createMention(start: number, length: number): Mention {
  return { uid: UID, start, length };
}

function select(text: string, ...ranges: [start: number, length: number][]): string[] {
  const mentions = ranges.map(([start, length]) => createMention(start, length));
  return selectMentions(text, mentions).map(({ start, length }) => text.slice(start, start + length));
}

test('J1 a mention covers "@" and up to 80 units of its line', () => {
  expect(select('Hi @Ann Lee, bye', [3, 8])).toEqual(['@Ann Lee']);
  const long = `@${'a'.repeat(MAX_MENTION_LENGTH)}`;
  expect(select(long, [0, long.length])).toEqual([long]);
  expect(select(`${long}a`, [0, long.length + 1])).toEqual([]);
  expect(select('Hi @Ann', [2, 4], [3, 1], [3, 5])).toEqual([]);
});

test('J1 a mention has no line end and no marks of formatting', () => {
  for (const excluded of ['\n', '\r', '\u2028', '\u2029', ...'[ ] ( ) < > { } * _ ~ | \\ `'.split(' ')])
    expect([excluded, select(`@A${excluded}b`, [0, 4])]).toEqual([excluded, []]);
});

test('J1 mentions are in order, do not overlap and split no character', () => {
  expect(select('@Ann @Ben', [0, 4], [2, 4], [5, 4])).toEqual(['@Ann', '@Ben']);
  expect(select('@Ann @Ben', [5, 4], [0, 4])).toEqual(['@Ben']);
  expect(select('@a😀', [0, 3], [0, 4])).toEqual(['@a😀']);
});

test(`J1 a message has at most ${MAX_MENTIONS} mentions`, () => {
  const text = '@a '.repeat(MAX_MENTIONS + 5);
  const mentions = Array.from({ length: MAX_MENTIONS + 5 }, (_, index) => createMention(index * 3, 2));
  expect(selectMentions(text, mentions)).toEqual(mentions.slice(0, MAX_MENTIONS));
});

test('J1 the text for any name is a valid mention', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), name => {
      const text = toMentionText(name.toWellFormed());
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(MAX_MENTION_LENGTH);
      expect(select(text, [0, text.length])).toEqual([text]);
    }),
  );
  expect(toMentionText('Ann [Ops] *Lee*')).toBe('@Ann Ops Lee');
});

test('J1 the selected ranges of any input are valid together', () => {
  const range = fc.record({ uid: fc.constant(UID), start: fc.nat(40), length: fc.nat(20) });
  const text = fc.array(fc.constantFrom('@', 'a', ' ', '*', '\n', '😀'), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.array(range), (units, ranges) => {
      const selected = selectMentions(units.join(''), ranges);
      expect(selectMentions(units.join(''), selected)).toEqual(selected);
    }),
  );
});
