import type { ReadState, SummaryChange } from '@snug/protocol';
import { array, assert, constantFrom, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  addChanges,
  addMention,
  deriveState,
  type RoomCount,
  rebaseCount,
  startCount,
} from './room-count.ts';

const ME = 'me';
const BASE: ReadState = { seq: 10, readSeq: 5, version: 1, unread: 2, mentions: 0 };
const isSilent = (uid: string) => uid === ME;

function added(at: number, authorId = 'ben', everyone = false): SummaryChange {
  return { at, seq: at, authorId, kind: 'added', ...(everyone && { everyone }) };
}

function deleted(at: number, seq: number): SummaryChange {
  return { at, seq, authorId: 'ben', kind: 'deleted' };
}

function derive(count: RoomCount | undefined) {
  const { state, isExact } = deriveState(count ?? startCount(BASE), isSilent);
  return { unread: state.unread, mentions: state.mentions, isExact };
}

test('U6 steps above the position count once, and not one’s own', () => {
  const count = addChanges(startCount(BASE), [added(10), added(11), added(12, ME)], 12);
  expect(derive(count)).toMatchObject({ unread: 3, isExact: true });
  expect(derive(addChanges(count, [added(11), deleted(13, 11)], 13))).toMatchObject({ unread: 2 });
  expect(derive(addChanges(count, [deleted(13, 3)], 13)), 'a read message').toMatchObject({ unread: 3 });
});

test('U6 a result that is older than known steps takes those after it', () => {
  const count = addChanges(startCount(BASE), [added(11), added(12), added(13)], 13);
  const moved = rebaseCount(count, { ...BASE, readSeq: 11, seq: 12, unread: 1 });
  expect(derive(moved)).toMatchObject({ unread: 2 });
  expect(rebaseCount(count, { ...BASE, seq: 9 }), 'the steps before 10 are unknown').toBeUndefined();
});

test('U6 100 means 100 or more: messages change nothing, and a deletion needs the server', () => {
  const full = startCount({ ...BASE, unread: 100 });
  expect(derive(addChanges(full, [added(11)], 11))).toMatchObject({ unread: 100, isExact: true });
  expect(derive(addChanges(full, [deleted(11, 9)], 11))).toMatchObject({ unread: 100, isExact: false });
});

test('U6 a mention counts once, whether of one person or of everyone', () => {
  const mention = { at: 11, seq: 11, on: true };
  const count = addMention(addChanges(startCount(BASE), [added(11, 'ben', true)], 11), mention);
  expect(derive(count)).toMatchObject({ unread: 3, mentions: 1 });
  expect(derive(addMention(count, { at: 10, seq: 9, on: true })), 'counted already').toMatchObject({
    mentions: 1,
  });
});

test('U6 a deletion that leaves nothing unread leaves no mention, also after later messages', () => {
  const everyone = startCount({ ...BASE, unread: 1, mentions: 1 });
  const empty = addChanges(everyone, [deleted(11, 9)], 11);
  expect(derive(empty)).toEqual({ unread: 0, mentions: 0, isExact: true });
  expect(derive(addChanges(empty, [added(12)], 12))).toMatchObject({ unread: 1, mentions: 0 });
  const mentioned = addMention(addChanges(empty, [added(12)], 12), { at: 12, seq: 12, on: true });
  expect(derive(mentioned)).toMatchObject({ unread: 1, mentions: 1 });
});

test('U1 without a stored cursor nothing is unread', () => {
  const count = addChanges(startCount({ ...BASE, version: 0, unread: 0 }), [added(11)], 11);
  expect(derive(count)).toMatchObject({ unread: 0 });
});

test('U6 from any position, the steps after it lead to the same count', () => {
  const kinds = array(constantFrom('ben', ME, 'deletion'), { minLength: 1, maxLength: 60 });
  assert(
    property(kinds, nat(), nat(), (all, cursor, position) => {
      const steps = toSteps(all);
      const readSeq = cursor % (steps.length + 1);
      const from = position % (steps.length + 1);
      const count = (to: number) => countAt(steps, to, readSeq);
      const base = { readSeq, version: 1, mentions: 0 };
      const start = startCount({ ...base, seq: from, unread: count(from) });
      const live = addChanges(
        start,
        steps.slice(from).flatMap(({ change }) => change ?? []),
        steps.length,
      );
      expect(derive(live).unread).toBe(count(steps.length));
    }),
  );
});

interface Step {
  change: SummaryChange | undefined;
}

/** A deletion is of the first remaining message of Ben. */
function toSteps(kinds: readonly string[]): Step[] {
  const live: number[] = [];
  return kinds.map((kind, index) => {
    const at = index + 1;
    if (kind !== 'deletion') {
      if (kind !== ME) live.push(at);
      return { change: added(at, kind) };
    }
    const seq = live.shift();
    return { change: seq === undefined ? undefined : deleted(at, seq) };
  });
}

function countAt(steps: readonly Step[], to: number, readSeq: number): number {
  const live = new Set<number>();
  for (const { change } of steps.slice(0, to)) {
    if (change?.kind === 'added' && change.authorId !== ME) live.add(change.seq);
    if (change?.kind === 'deleted') live.delete(change.seq);
  }
  return [...live].filter(seq => seq > readSeq).length;
}
