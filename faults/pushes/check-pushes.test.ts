import { expect, test } from 'vitest';
import { findUncovered, findWrongAlerts, type PushEvidence } from './check-pushes.ts';

const MESSAGE = { uid: 'ann', roomId: 'kitchen', seq: 5, createdAt: 1_000, isGone: false };

function createPush(at: number, { seq = 5, room = 'kitchen', kind = 'room', silent = false } = {}) {
  const tag = kind === 'summary' ? kind : `room-${room}`;
  const notice = { kind, tag, seq, path: `/chat/${room}?at=${seq}`, lines: [], count: 1, room: { id: room } };
  const payload = { snug: { v: 1, ...notice, ...(silent && { silent }) } };
  return { payload, text: '', topic: undefined, urgency: 'high', ttlS: 1, bytes: 1, at };
}

function createEvidence(
  received: PushEvidence['devices'][number]['received'],
  more: Partial<PushEvidence> = {},
) {
  const devices = [{ uid: 'ann', received }];
  return { messages: [MESSAGE], reads: [], devices, getLag: () => 0, ...more };
}

const READ = { uid: 'ann', roomId: 'kitchen', seq: 5, at: 2_000 };

test('PN4 the check finds a message without a push, and accepts its own, a later one, a summary, or a cursor', () => {
  expect(findUncovered(createEvidence([]))).toHaveLength(1);
  expect(findUncovered(createEvidence([createPush(1_100, { seq: 4 })]))).toHaveLength(1);
  expect(findUncovered(createEvidence([createPush(1_100, { room: 'hall' })]))).toHaveLength(1);
  expect(findUncovered(createEvidence([createPush(900, { kind: 'summary' })]))).toHaveLength(1);
  for (const push of [
    createPush(1_100),
    createPush(1_100, { seq: 9 }),
    createPush(1_100, { kind: 'summary' }),
  ])
    expect(findUncovered(createEvidence([push]))).toEqual([]);
  expect(findUncovered(createEvidence([], { reads: [READ] }))).toEqual([]);
  expect(findUncovered(createEvidence([], { messages: [{ ...MESSAGE, isGone: true }] }))).toEqual([]);
});

test('PN4 the check finds an alert that comes twice, and no repetition that a device does not notice', () => {
  expect(findWrongAlerts(createEvidence([createPush(1_100), createPush(1_200)]))).toEqual([]);
  const again = { ...createPush(1_200, { seq: 6 }) };
  const samePath = structuredClone(again);
  (samePath.payload.snug as { path: string }).path = '/chat/kitchen?at=5';
  expect(findWrongAlerts(createEvidence([createPush(1_100), again]))).toEqual([]);
  expect(findWrongAlerts(createEvidence([createPush(1_100), samePath]))).toHaveLength(1);
  const summaries = [1_100, 1_200].map(at => createPush(at, { kind: 'summary', seq: at }));
  expect(findWrongAlerts(createEvidence(summaries))).toHaveLength(1);
});

test('PN2 the check finds an alert more than 2 s after everything in it was read', () => {
  const reads = [READ];
  expect(findWrongAlerts(createEvidence([createPush(3_999)], { reads }))).toEqual([]);
  expect(findWrongAlerts(createEvidence([createPush(4_000)], { reads }))).toHaveLength(1);
  expect(findWrongAlerts(createEvidence([createPush(4_000, { silent: true })], { reads }))).toEqual([]);
  expect(findWrongAlerts(createEvidence([createPush(9_000, { seq: 6 })], { reads }))).toEqual([]);
  expect(findWrongAlerts(createEvidence([createPush(4_000)], { reads, getLag: () => 300 }))).toEqual([]);
  const summary = [createPush(4_000, { kind: 'summary', seq: 4_000 })];
  expect(findWrongAlerts(createEvidence(summary, { reads }))).toHaveLength(1);
  const messages = [MESSAGE, { ...MESSAGE, roomId: 'hall' }];
  expect(findWrongAlerts(createEvidence(summary, { reads, messages }))).toEqual([]);
});
