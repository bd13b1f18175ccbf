import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import type { Job, Outcome } from '../db/store.ts';
import { newId } from '../ids.ts';
import { expectLocksToDecide } from '../testing/concurrency/races.ts';
import { addPerson, aRoom, positionOf, run, sendJob } from '../testing/database.ts';
import { readChanges } from './message-store.ts';

function messageJob(mutation: string, uid: string, input: object): Job {
  return { mutation, call: { uid }, input };
}

/** A room with a message. */
async function aMessage() {
  const room = await aRoom();
  const id = newId();
  await run(room.db, sendJob(room.uid, { roomId: room.roomId, id }));
  const ben = await addPerson(room.db, 'Ben');
  return { ...room, ben, message: { roomId: room.roomId, messageId: id } };
}

function publicationsOf(outcomes: readonly Outcome[]) {
  return outcomes.flatMap(outcome => ('output' in outcome ? outcome.publications : []));
}

test('M2 a message that is sent twice at once is stored once, and both senders get the same answer', async () => {
  const { path, uid, roomId } = await aRoom();
  const job = sendJob(uid, { roomId });
  await expectLocksToDecide({
    path,
    jobs: [job, job],
    promise: async (after, outcomes, runs) => {
      const answer = { output: { message: { seq: 1 } } };
      expect(outcomes).toMatchObject([answer, answer]);
      expect(publicationsOf(outcomes)).toHaveLength(1);
      expect(await positionOf(after, roomId)).toBe(1);
      expect(runs).toBe(2);
    },
  });
});

test('M6 L4 a message that somebody reacts to as it is deleted has no words and no reactions', async () => {
  const { path, uid, ben, message } = await aMessage();
  const erased = async (after: Db, outcomes: Outcome[]) => {
    const [stored] = (await readChanges(after, message.roomId, 0, 9)) ?? [];
    expect(stored).toMatchObject({ changedSeq: await positionOf(after, message.roomId) });
    expect(stored).not.toHaveProperty('reactions');
    expect(await after.selectFrom('reactions').selectAll().execute()).toEqual([]);
    const told = publicationsOf(outcomes).map(({ event }) => event as { type: string; seq: number });
    expect(told.toSorted((a, b) => a.seq - b.seq).at(-1)?.type).toBe('message_deleted');
  };
  await expectLocksToDecide({
    path,
    jobs: [
      messageJob('set_reaction', ben, { ...message, emoji: HEART, on: true }),
      messageJob('delete_message', uid, message),
    ],
    promise: erased,
  });
});

test('L4 two reactions at once are both counted, and the later event has both', async () => {
  const { path, uid, ben, message } = await aMessage();
  await expectLocksToDecide({
    path,
    jobs: [uid, ben].map(liker => messageJob('set_reaction', liker, { ...message, emoji: HEART, on: true })),
    promise: async (_after, outcomes) => {
      const told = publicationsOf(outcomes).map(({ event }) => event);
      const counts = told.map(event => 'message' in event && [event.seq, event.message?.reactions?.[HEART]]);
      expect(new Set(counts.map(String))).toEqual(new Set(['2,1', '3,2']));
    },
  });
});

test('M6 a message that is deleted twice at once is deleted once', async () => {
  const { path, uid, message } = await aMessage();
  await expectLocksToDecide({
    path,
    jobs: [messageJob('delete_message', uid, message), messageJob('delete_message', uid, message)],
    promise: async (after, outcomes) => {
      expect(publicationsOf(outcomes)).toHaveLength(1);
      expect(await positionOf(after, message.roomId)).toBe(2);
    },
  });
});
