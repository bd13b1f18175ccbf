import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { groupReactions, joinReactions } from './reaction-groups.ts';

test('the heart comes first, and the other emoji in the order of first use', () => {
  const groups = groupReactions({ '🎉': 1, [HEART]: 2, '😂': 3 }, ['😂']);
  expect(groups.map(({ base, count, mine }) => [base, count, mine.length])).toEqual([
    [HEART, 2, 0],
    ['🎉', 1, 0],
    ['😂', 3, 1],
  ]);
});

test('skin tones of one emoji are one chip, which shows a tone only if it is the only one', () => {
  expect(groupReactions({ '👍': 2, '👍🏽': 1, '✌🏿': 1 }, ['👍🏽'])).toEqual([
    { base: '👍', shown: '👍', keys: ['👍', '👍🏽'], count: 3, mine: ['👍🏽'] },
    { base: '✌️', shown: '✌🏿', keys: ['✌🏿'], count: 1, mine: [] },
  ]);
});

test('pending reactions count once, before and after the server confirms them', () => {
  const pending = new Map([
    ['👍', true],
    ['🎉', false],
  ]);
  const expected = [{ base: '👍', shown: '👍', keys: ['👍'], count: 1, mine: ['👍'] }];
  expect(groupReactions({ '🎉': 1 }, ['🎉'], pending)).toEqual(expected);
  expect(groupReactions({ '👍': 1 }, ['👍'], pending)).toEqual(expected);
  expect(groupReactions(undefined, undefined)).toEqual([]);
});

test('reactions of the workspace follow those of Unicode, under their own names', () => {
  const row = {
    reactions: { '🎉': 1 },
    mine: [],
    customReactions: { party: 2, cat: 1 },
    customMine: ['cat'],
  };
  const { reactions, mine } = joinReactions(row);
  expect(groupReactions(reactions, mine).map(({ base, count, mine }) => [base, count, mine])).toEqual([
    ['🎉', 1, []],
    [':party:', 2, []],
    [':cat:', 1, [':cat:']],
  ]);
  expect(joinReactions({ customReactions: { party: 1 } })).toEqual({ reactions: { ':party:': 1 }, mine: [] });
  expect(joinReactions({ reactions: { '🎉': 1 }, mine: ['🎉'] })).toEqual({
    reactions: { '🎉': 1 },
    mine: ['🎉'],
  });
});
