import { expect, test } from 'vitest';
import { findReadAmong, findReadTags, type ReadStates } from './read-tags.ts';

const PARTLY = { seq: 20, readSeq: 12, unread: 3 };
const states: ReadStates = new Map([
  ['kitchen', PARTLY],
  ['attic', { seq: 7, readSeq: 7, unread: 0 }],
]);

test('a cursor that moves reads its room up to there', () => {
  const now = new Map(states).set('kitchen', { seq: 20, readSeq: 15, unread: 2 });
  expect(findReadTags(states, now)).toEqual({ 'room-kitchen': 15 });
  expect(findReadTags(now, now)).toEqual({});
  expect(findReadTags(now, states), 'a move back').toEqual({});
});

test('a room without unread messages is read to its end, also if conversations cover the last ones', () => {
  const now = new Map(states).set('kitchen', { seq: 20, readSeq: 12, unread: 0 });
  expect(findReadTags(states, now)).toEqual({ 'room-kitchen': 20 });
});

test('a new message reads nothing', () => {
  const now = new Map(states).set('kitchen', { seq: 21, readSeq: 12, unread: 4 });
  expect(findReadTags(states, now)).toEqual({});
});

test('notifications from before the page started close up to what is read', () => {
  expect(findReadAmong(['room-attic', 'room-cellar', 'summary'], states)).toEqual({ 'room-attic': 7 });
});
