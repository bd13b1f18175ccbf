import { type CommandOutput, MAX_OUTSIDE_MENTIONS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { expectInvariant, type Race } from '../testing/concurrency/races.ts';
import { createRoomJob, createSendJob, NOW, runJob } from '../testing/database.ts';
import { createMentionRoom, readMentionRows } from '../testing/mentions.ts';

test('J3 messages that are sent to two rooms at once share the limit of mentions outside', async () => {
  const { db, path, roomId, ann, cem } = await createMentionRoom();
  const other = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann));
  const row = { userId: cem, roomId, kind: 'person' as const, at: NOW, authorId: ann, outside: 1 };
  const rows = Array.from({ length: MAX_OUTSIDE_MENTIONS - 1 }, (_, index) => ({ ...row, seq: index + 100 }));
  await db.insertInto('mentions').values(rows).execute();
  const mentions = [{ uid: cem, start: 0, length: 4 }];
  const jobs = [roomId, other.output.room.id].map(roomId =>
    createSendJob(ann, { roomId, text: '@Cem', mentions }),
  );
  const race: Race = {
    path,
    jobs,
    assertInvariant: async after => expect(await readMentionRows(after)).toHaveLength(MAX_OUTSIDE_MENTIONS),
  };
  await expectInvariant(race);
  await expect(expectInvariant(race, 'none')).rejects.toThrow('length');
});

test('J4 a message that is edited during its deletion mentions nobody afterwards', async () => {
  const { db, path, roomId, ann, ben, send } = await createMentionRoom();
  const mentions = [{ uid: ben, start: 0, length: 4 }];
  const { output } = await send(ann, { text: '@Ben', mentions });
  const { id } = output.message;
  expect(await readMentionRows(db)).toHaveLength(1);
  const editId = crypto.randomUUID();
  const edit = { roomId, id, text: '@Ben!', mentions, revision: 0, editId };
  await expectInvariant({
    path,
    jobs: [
      { mutation: 'edit_message', caller: { uid: ann }, input: edit },
      { mutation: 'delete_message', caller: { uid: ann }, input: { roomId, messageId: id } },
    ],
    assertInvariant: async after => expect(await readMentionRows(after)).toEqual([]),
  });
});
