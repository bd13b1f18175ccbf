import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { readPage } from '../../chat/messages/message-store.ts';
import type { Db } from '../../db/schema.ts';
import { findMembership } from '../../people/members/member-store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, createRoomJob, runJob, temporaryDatabase } from '../../testing/database.ts';
import { readWorkspaceSettings } from '../../workspace/settings/settings.ts';

function roleJob(uid: string, admin: boolean) {
  return { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin } };
}

/** Ann's private room, and Wanda, who looks after the server. */
async function createSetup() {
  const { db, path } = await temporaryDatabase();
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  await runJob(db, roleJob(wanda, true));
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind: 'private' }));
  const roomId = output.room.id;
  const joinJob = () => {
    const input = { uid: wanda, roomId, reason: 'Ann asked for help', messageId: newId() };
    return { mutation: 'join_as_admin', caller: { uid: '' }, input };
  };
  const countMessages = async (after: Db) => (await readPage(after, roomId, 100, 10)).messages.length;
  return { path, wanda, roomId, joinJob, countMessages };
}

test('A20 if a workspace admin joins twice at once, the room has one notice', async () => {
  const { path, joinJob, countMessages } = await createSetup();
  await expectLocksRequired({
    path,
    jobs: [joinJob(), joinJob()],
    assertInvariant: async (after, outcomes) => {
      const joined = outcomes.filter(outcome => 'output' in outcome).map(({ output }) => output);
      expect(joined).toHaveLength(2);
      expect(joined).toContainEqual({ hasJoined: false });
      expect(await countMessages(after)).toBe(1);
    },
  });
});

test('A20 a workspace admin whose role ends at the same time joins before that, or not at all', async () => {
  const { path, wanda, roomId, joinJob, countMessages } = await createSetup();
  await expectInvariant({
    path,
    jobs: [joinJob(), roleJob(wanda, false)],
    assertInvariant: async (after, [joined]) => {
      const isIn = (await findMembership(after, roomId, wanda)).role !== null;
      expect(isIn).toBe(joined !== undefined && 'output' in joined);
      expect(await countMessages(after)).toBe(isIn ? 1 : 0);
    },
  });
});

test('A24 of two changes at once that are based on one version, one is stale', async () => {
  const { db, path } = await temporaryDatabase();
  const admins = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  for (const uid of admins) await runJob(db, roleJob(uid, true));
  const jobs = admins.map((uid, index) => ({
    mutation: 'set_setting',
    caller: { uid },
    input: { name: 'workspace_name', value: `Name ${index}`, version: 0, fixed: {} },
  }));
  await expectLocksRequired({
    path,
    jobs,
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      const { name, version } = await readWorkspaceSettings(after, {});
      expect([name, version]).toEqual([`Name ${outcomes.findIndex(outcome => 'output' in outcome)}`, 1]);
    },
  });
});

test('of two workspace admins who suspend each other at once, one stays', async () => {
  const { db, path } = await temporaryDatabase();
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  await runJob(db, roleJob(ann, true));
  await runJob(db, roleJob(wanda, true));
  const suspendJob = (uid: string, other: string) => ({
    mutation: 'set_suspension',
    caller: { uid },
    input: { uid: other, suspended: true },
  });
  await expectLocksRequired({
    path,
    jobs: [suspendJob(ann, wanda), suspendJob(wanda, ann)],
    assertInvariant: async (after, outcomes) => {
      expect(outcomes.filter(outcome => 'output' in outcome)).toHaveLength(1);
      expect(await after.selectFrom('suspensions').selectAll().execute()).toHaveLength(1);
    },
  });
});
