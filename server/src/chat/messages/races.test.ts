import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob, WriteOutcome } from '../../db/store.ts';
import { expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, createSendJob, createTestRoom, readSeq, runJobs } from '../../testing/database.ts';
import { readChanges } from './message-store.ts';

function messageJob(mutation: string, uid: string, input: object): WriteJob {
  return { mutation, caller: { uid }, input };
}

async function createMessage() {
  const room = await createTestRoom();
  const id = newId();
  await runJobs(room.db, createSendJob(room.uid, { roomId: room.roomId, id }));
  const ben = await addPerson(room.db, 'Ben');
  return { ...room, ben, message: { roomId: room.roomId, messageId: id } };
}

function listPublications(outcomes: readonly WriteOutcome[]) {
  return outcomes.flatMap(outcome => ('output' in outcome ? outcome.publications : []));
}

test('M2 a message that is sent twice at once is stored once, and both senders get the same result', async () => {
  const { path, uid, roomId } = await createTestRoom();
  const job = createSendJob(uid, { roomId });
  await expectLocksRequired({
    path,
    jobs: [job, job],
    assertInvariant: async (after, outcomes, runs) => {
      const result = { output: { message: { seq: 1 } } };
      expect(outcomes).toMatchObject([result, result]);
      expect(listPublications(outcomes)).toHaveLength(1);
      expect(await readSeq(after, roomId)).toBe(1);
      expect(runs).toBe(2);
    },
  });
});

test('M6 L4 a message that gets a reaction during its deletion has neither text nor reactions', async () => {
  const { path, uid, ben, message } = await createMessage();
  const erased = async (after: Db, outcomes: WriteOutcome[]) => {
    const [stored] = (await readChanges(after, message.roomId, 0, 9)) ?? [];
    expect(stored).toMatchObject({ changedSeq: await readSeq(after, message.roomId) });
    expect(stored).not.toHaveProperty('reactions');
    expect(await after.selectFrom('reactions').selectAll().execute()).toEqual([]);
    const events = listPublications(outcomes).map(({ event }) => event as { type: string; seq: number });
    expect(events.toSorted((a, b) => a.seq - b.seq).at(-1)?.type).toBe('message_deleted');
  };
  await expectLocksRequired({
    path,
    jobs: [
      messageJob('set_reaction', ben, { ...message, emoji: HEART, on: true }),
      messageJob('delete_message', uid, message),
    ],
    assertInvariant: erased,
  });
});

test('L4 two concurrent reactions are both counted, and the later event has both', async () => {
  const { path, uid, ben, message } = await createMessage();
  await expectLocksRequired({
    path,
    jobs: [uid, ben].map(liker => messageJob('set_reaction', liker, { ...message, emoji: HEART, on: true })),
    assertInvariant: async (_after, outcomes) => {
      const events = listPublications(outcomes).map(({ event }) => event);
      const counts = events.map(
        event => 'message' in event && [event.seq, event.message?.reactions?.[HEART]],
      );
      expect(new Set(counts.map(String))).toEqual(new Set(['2,1', '3,2']));
    },
  });
});

test('M6 a message that is deleted twice at once is deleted once', async () => {
  const { path, uid, message } = await createMessage();
  await expectLocksRequired({
    path,
    jobs: [messageJob('delete_message', uid, message), messageJob('delete_message', uid, message)],
    assertInvariant: async (after, outcomes) => {
      expect(listPublications(outcomes)).toHaveLength(1);
      expect(await readSeq(after, message.roomId)).toBe(2);
    },
  });
});

test('D1 M6 a message that is edited during its deletion has no text', async () => {
  const { path, uid, message } = await createMessage();
  const { roomId, messageId: id } = message;
  const edit = { roomId, id, text: 'changed', revision: 0, editId: newId() };
  await expectLocksRequired({
    path,
    jobs: [messageJob('edit_message', uid, edit), messageJob('delete_message', uid, message)],
    assertInvariant: async after => {
      const [stored] = (await readChanges(after, roomId, 0, 9)) ?? [];
      expect(stored).toMatchObject({ deletedAt: expect.any(Number) });
      expect(stored).not.toHaveProperty('text');
      expect(stored).not.toHaveProperty('revision');
    },
  });
});

test('D2 of two edits of the same text at once, one is stale', async () => {
  const { path, uid, message } = await createMessage();
  const { roomId, messageId: id } = message;
  const jobs = ['one', 'two'].map(text =>
    messageJob('edit_message', uid, { roomId, id, text, revision: 0, editId: newId() }),
  );
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      expect(listPublications(outcomes)).toHaveLength(1);
      expect(await readSeq(after, roomId)).toBe(2);
    },
  });
});
