import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { readPage } from '../chat/messages/message-store.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob, WriteOutcome } from '../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../testing/concurrency/races.ts';
import { createTestRoom, NOW, runJobs, runJobsAt } from '../testing/database.ts';

const DAY_MS = 24 * 60 * 60_000;

function addJob(uid: string, id: string): WriteJob {
  const noDetails = { width: null, height: null, duration: null, peaks: null };
  const file = { id, key: `key ${id}`, name: 'a.txt', contentType: 'text/plain', size: 5, ...noDetails };
  return { mutation: 'add_file', caller: { uid }, input: { ...file, quota: 49 } };
}

function sendJob(uid: string, roomId: string, fileId: string): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: { id: newId(), roomId, fileId } };
}

function fileJob(mutation: string, uid: string, fileId: string): WriteJob {
  return { mutation, caller: { uid }, input: { fileId, key: 'avatars/a.png', limit: 9 } };
}

function listCodes(outcomes: readonly WriteOutcome[]): string[] {
  return outcomes.map(outcome => ('error' in outcome ? outcome.error.code : 'done'));
}

/** A room, and an unsent upload that is a day old. */
async function createUpload() {
  const room = await createTestRoom();
  const fileId = newId();
  await sql`create trigger "note_revival" after update on "files"
    when old."state" = 'deleted' and new."state" <> 'deleted'
    begin insert into "meta" values ('revived', new."id"); end`.execute(room.db);
  await runJobsAt(NOW - DAY_MS - 1, room.db, addJob(room.uid, fileId));
  const send = sendJob(room.uid, room.roomId, fileId);
  /** The message and its file both exist, or neither. */
  const isWhole = async (after: Db) => {
    const revived = after.selectFrom('meta').selectAll().where('key', '=', 'revived');
    expect(await revived.execute(), 'its bytes may have been removed').toEqual([]);
    const { messages } = await readPage(after, room.roomId, 9, 9);
    const file = await after.selectFrom('files').select('state').executeTakeFirst();
    expect([messages.length, file?.state]).toEqual(messages.length === 1 ? [1, 'sent'] : [0, 'deleted']);
  };
  return { ...room, fileId, send, isWhole };
}

for (const mutation of ['discard_file', 'set_avatar', 'expire_files'])
  test(`F4 an upload that is sent while ${mutation} releases it is either sent or gone`, async () => {
    const { path, uid, fileId, send, isWhole } = await createUpload();
    const race = { path, jobs: [send, fileJob(mutation, uid, fileId)], assertInvariant: isWhole };
    // Both change the state only if it has its expected value, which also holds without locks.
    for (const locking of IS_WIDE ? (['first', 'none'] as const) : (['first'] as const))
      await expect(expectInvariant(race, locking)).resolves.toBeUndefined();
  });

test('F4 an upload that is sent twice at once is in one message', async () => {
  const { path, uid, roomId, fileId, send } = await createUpload();
  const race = {
    path,
    jobs: [send, sendJob(uid, roomId, fileId)],
    assertInvariant: async (after: Db, outcomes: WriteOutcome[]) => {
      expect(new Set(listCodes(outcomes))).toEqual(new Set(['forbidden', 'done']));
      expect((await readPage(after, roomId, 9, 9)).messages).toHaveLength(1);
    },
  };
  await expectInvariant(race);
  await expectInvariant(race, 'none');
});

test('F2 a person has at most five unsent uploads, even if two arrive at once', async () => {
  const { db, path, uid } = await createTestRoom();
  await runJobs(db, ...[1, 2, 3, 4].map(() => addJob(uid, newId())));
  await expectLocksRequired({
    path,
    jobs: [addJob(uid, newId()), addJob(uid, newId())],
    assertInvariant: async after =>
      expect(await after.selectFrom('files').select('id').execute()).toHaveLength(5),
  });
});
