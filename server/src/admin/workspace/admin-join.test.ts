import { type CommandOutput, FOREVER, type Message, roomTopic, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { readPage } from '../../chat/messages/message-store.ts';
import { accessRoom } from '../../chat/rooms/access.ts';
import type { Db } from '../../db/schema.ts';
import { listMembers } from '../../people/members/member-list.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { listAuditEntries } from '../audit/audit-log.ts';

const REASON = 'Ben asked for help';

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

function joinJob(uid: string, roomId: string) {
  return job('join_as_admin', '', { uid, roomId, reason: REASON, messageId: newId() });
}

/** Ann's private room, the direct room of Ann and Ben, and Wanda, who looks after the server. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben, wanda] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Wanda'),
  ];
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: true }));
  const create = async (kind: 'open' | 'private') =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind }))).output.room.id;
  const openDirect = async (uid: string, uids: string[]) =>
    (await runJob<CommandOutput<'open_direct'>>(db, job('open_direct', uid, { uids, id: newId() }))).output
      .room.id;
  const rooms = {
    open: await create('open'),
    private: await create('private'),
    direct: await openDirect(ann, [ben]),
  };
  return { db, ann, ben, wanda, rooms, openDirect };
}

async function readMessages(db: Db, roomId: string): Promise<Message[]> {
  return (await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 10)).messages;
}

for (const kind of ['private', 'direct'] as const)
  test(`A20 a workspace admin joins a ${kind} room with a reason that everyone there sees`, async () => {
    const { db, wanda, rooms } = await createSetup();
    const roomId = rooms[kind];
    const { output, publications } = await runJob(db, joinJob(wanda, roomId));
    expect(output).toEqual({ hasJoined: true });
    expect(publications.map(({ topic, event }) => [topic, event.type])).toEqual([
      [selfTopic(wanda), 'membership_changed'],
      [roomTopic(roomId), 'member_changed'],
      [roomTopic(roomId), 'message_sent'],
    ]);
    expect(await readMessages(db, roomId)).toMatchObject([
      { author: { uid: wanda, name: 'Wanda' }, text: REASON, notice: 'admin_joined' },
    ]);
    const { members } = await listMembers(db, roomId, undefined, NOW);
    expect(members).toContainEqual({ person: expect.objectContaining({ uid: wanda }), role: 'member' });
    const { entries } = await listAuditEntries(db, { uid: wanda, now: NOW }, { oldestFirst: false });
    expect(entries.filter(({ action }) => action === 'join_private_room')).toMatchObject([
      { target: { uid: wanda }, reason: REASON, room: { id: roomId } },
    ]);
    expect((await runJob(db, joinJob(wanda, roomId))).output).toEqual({ hasJoined: false });
    expect(await readMessages(db, roomId)).toHaveLength(1);
  });

test('A20 only a workspace admin joins, only a private or direct room, and a failure stores nothing', async () => {
  const { db, ben, wanda, rooms } = await createSetup();
  const outcomes = await runJobs(
    db,
    joinJob(ben, rooms.private),
    joinJob(wanda, rooms.open),
    joinJob(wanda, newId()),
  );
  expect(outcomes).toMatchObject(['forbidden', 'forbidden', 'not_found'].map(code => ({ error: { code } })));
  for (const roomId of [rooms.private, rooms.open]) expect(await readMessages(db, roomId)).toEqual([]);
});

test('A20 the admins of a private room cannot keep a workspace admin out by a ban', async () => {
  const { db, ann, wanda, rooms } = await createSetup();
  const roomId = rooms.private;
  await runJob(db, job('set_member', ann, { roomId, uid: wanda, bannedUntil: FOREVER }));
  await runJob(db, joinJob(wanda, roomId));
  expect(await accessRoom(db, { uid: wanda, now: NOW }, roomId)).toMatchObject({ role: 'member' });
});

test('A20 nobody changes, deletes or removes the notice', async () => {
  const { db, ann, wanda, rooms } = await createSetup();
  const roomId = rooms.private;
  await runJob(db, joinJob(wanda, roomId));
  const [notice] = await readMessages(db, roomId);
  const ref = { roomId, messageId: notice?.id };
  const edit = { roomId, id: notice?.id, text: 'Other', revision: 0, editId: newId() };
  const outcomes = await runJobs(
    db,
    job('edit_message', wanda, edit),
    job('delete_message', wanda, ref),
    job('remove_message', ann, ref),
  );
  expect(outcomes).toMatchObject(outcomes.map(() => ({ error: { code: 'forbidden' } })));
  expect(await readMessages(db, roomId)).toEqual([notice]);
});

test('A20 Y9 the people of a direct room still find it, and only the workspace admin can leave it', async () => {
  const { db, ann, ben, wanda, rooms, openDirect } = await createSetup();
  const roomId = rooms.direct;
  await runJob(db, joinJob(wanda, roomId));
  expect(await openDirect(ben, [ann])).toBe(roomId);
  expect(await openDirect(ann, [ben, wanda])).not.toBe(roomId);
  const leave = (uid: string) => job('leave_room', uid, { roomId });
  expect(await runJobs(db, leave(ben))).toMatchObject([{ error: { code: 'forbidden' } }]);
  const { publications } = await runJob(db, leave(wanda));
  expect(publications).toMatchObject([
    { topic: selfTopic(wanda) },
    { topic: roomTopic(roomId), event: { type: 'member_changed', uid: wanda, role: null, canRead: false } },
  ]);
  const access = accessRoom(db, { uid: wanda, now: NOW }, roomId);
  await expect(access).rejects.toMatchObject({ code: 'not_found' });
});
