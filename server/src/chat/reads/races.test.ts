import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { expectInvariant } from '../../testing/concurrency/races.ts';
import { readState } from '../../testing/counts.ts';
import { addPerson, createRoomJob, runJob, sendMany, temporaryDatabase } from '../../testing/database.ts';

async function createRoom() {
  const { db, path } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Garden' }));
  const roomId = output.room.id;
  await runJob(db, { mutation: 'join_room', caller: { uid: ben }, input: { roomId } });
  await sendMany(db, ann, roomId, 5);
  const move = (input: object): WriteJob => ({
    mutation: 'set_read',
    caller: { uid: ben },
    input: { roomId, version: 1, ...input },
  });
  return { db, ann, path, ben, roomId, move };
}

test('U2 of two devices that read at once, the one that read further wins', async () => {
  const { path, ben, roomId, move } = await createRoom();
  await expectInvariant({
    path,
    jobs: [move({ seq: 2 }), move({ seq: 4 })],
    assertInvariant: async after => expect(await readState(after, ben, roomId)).toMatchObject({ readSeq: 4 }),
  });
});

test('U2 a device that reads never undoes another one that moves the cursor back', async () => {
  const { db, path, ben, roomId, move } = await createRoom();
  await runJob(db, move({ seq: 3 }));
  await expectInvariant({
    path,
    jobs: [move({ seq: 2, back: true }), move({ seq: 4 })],
    assertInvariant: async after =>
      expect(await readState(after, ben, roomId)).toMatchObject({
        readSeq: 2,
        version: 2,
      }),
  });
});

test('U10 a device that reads a conversation never undoes another one that moves the room back', async () => {
  const { db, ann, path, ben, roomId, move } = await createRoom();
  const root = await db.selectFrom('messages').select('id').orderBy('seq').executeTakeFirstOrThrow();
  const reply = { roomId, id: newId(), text: 'hi', replyTo: root.id };
  await runJob(db, { mutation: 'send_message', caller: { uid: ann }, input: reply });
  await expectInvariant({
    path,
    jobs: [move({ seq: 6, conversation: root.id }), move({ seq: 1, back: true })],
    assertInvariant: async after =>
      expect(await readState(after, ben, roomId)).not.toHaveProperty('conversations', { [root.id]: 6 }),
  });
});

test('U4 a device that reads never moves the cursor of a person who leaves', async () => {
  const { path, ben, roomId, move } = await createRoom();
  const leave: WriteJob = { mutation: 'leave_room', caller: { uid: ben }, input: { roomId } };
  await expectInvariant({
    path,
    jobs: [leave, move({ seq: 4 })],
    assertInvariant: async after => {
      const row = await after
        .selectFrom('reads')
        .selectAll()
        .where('userId', '=', ben)
        .executeTakeFirstOrThrow();
      expect(row.version).toBe(2);
    },
  });
});
