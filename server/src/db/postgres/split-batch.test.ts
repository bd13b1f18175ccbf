import { expect, test } from 'vitest';
import { MUTATIONS } from '../../commands/mutations.ts';
import type { WriteJob } from '../store.ts';
import { splitBatch } from './split-batch.ts';

function reactionJob(roomId: string): WriteJob {
  return {
    mutation: 'set_reaction',
    caller: { uid: 'ann' },
    input: { roomId, messageId: 'm', emoji: '👍', on: true },
  };
}

function presenceJob(uid: string): WriteJob {
  return { mutation: 'set_presences', caller: { uid: '' }, input: { changes: [{ uid, state: 'online' }] } };
}

function sendFileJob(uid: string, roomId: string): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: { roomId, id: 'm', fileId: 'f' } };
}

const STATEMENT: WriteJob = { sql: 'select 1', parameters: [] };

test('jobs of one room share a transaction, in their order, and other rooms do not', () => {
  expect(splitBatch(MUTATIONS, [reactionJob('a'), reactionJob('b'), reactionJob('a')])).toEqual([
    [1],
    [0, 2],
  ]);
});

test('changes of people share a transaction', () => {
  expect(splitBatch(MUTATIONS, [presenceJob('ann'), STATEMENT, presenceJob('ben'), STATEMENT])).toEqual([
    [1],
    [0, 2],
    [3],
  ]);
});

test('a job with locks of two transactions joins them', () => {
  const jobs = [reactionJob('a'), presenceJob('ann'), reactionJob('b'), sendFileJob('ann', 'a')];
  expect(splitBatch(MUTATIONS, jobs)).toEqual([[2], [0, 1, 3]]);
});
