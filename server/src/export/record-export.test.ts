import { type CommandOutput, FOREVER, type Message, roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { listAuditEntries } from '../admin/audit/audit-log.ts';
import { newId } from '../base/ids.ts';
import { readPage } from '../chat/messages/message-store.ts';
import type { Db } from '../db/schema.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../testing/database.ts';
import { recordExport } from './record-export.ts';

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

/** An open and a private room of Ann, with Ben, and the direct room of both. Wanda looks after the server. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben, wanda] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Wanda'),
  ];
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: true }));
  const create = async (kind: 'open' | 'private') => {
    const { output } = await runJob<CommandOutput<'create_room'>>(
      db,
      createRoomJob(ann, { kind, name: 'Hall' }),
    );
    const roomId = output.room.id;
    await runJob(db, job('set_member', ann, { roomId, uid: ben, member: true }));
    return roomId;
  };
  const direct = await runJob<CommandOutput<'open_direct'>>(
    db,
    job('open_direct', ann, { uids: [ben], id: newId() }),
  );
  const rooms = {
    open: await create('open'),
    private: await create('private'),
    direct: direct.output.room.id,
  };
  const exportRoom = (uid: string, roomId: string, scope?: object) => ({
    mutation: 'record_room_export',
    caller: { uid, ...(scope && { scope }) },
    input: { roomId, messageId: newId(), format: 'page' },
  });
  return { db, ann, ben, wanda, rooms, exportRoom };
}

async function readMessages(db: Db, roomId: string): Promise<Message[]> {
  return (await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 10)).messages;
}

async function listExports(db: Db, uid: string) {
  const { entries } = await listAuditEntries(db, { uid, now: NOW }, { oldestFirst: true, action: 'export' });
  return entries.map(({ actor, room, moved }) => ({ actor: actor?.name, room, moved }));
}

test('EX1 EX2 the export of a private room is an entry of the audit log and a line in the room', async () => {
  const { db, ann, wanda, rooms, exportRoom } = await createSetup();
  const { publications } = await runJob(db, exportRoom(ann, rooms.private));
  expect(publications.map(({ topic, event }) => [topic, event.type])).toEqual([
    [roomTopic(rooms.private), 'message_sent'],
  ]);
  const [message] = await readMessages(db, rooms.private);
  expect(message).toMatchObject({
    author: { name: 'Ann' },
    text: 'I exported this room.',
    exported: 'person',
  });
  // A page of the previous release shows every `notice` as that of a workspace admin who joined.
  expect(message).not.toHaveProperty('notice');
  expect(await listExports(db, wanda)).toEqual([
    { actor: 'Ann', room: {}, moved: { format: 'page', rooms: 1 } },
  ]);
  // In the log of the database, it is a notice for searches, notifications and servers of the previous release.
  expect(
    await db.selectFrom('messages').select('notice').where('roomId', '=', rooms.private).execute(),
  ).toEqual([{ notice: 'exported' }]);
});

test('EX1 the export of an open room is an entry without a line', async () => {
  const { db, ann, wanda, rooms, exportRoom } = await createSetup();
  for (const uid of [ann, wanda]) await runJob(db, exportRoom(uid, rooms.open));
  expect(await readMessages(db, rooms.open)).toEqual([]);
  const entry = { room: { id: rooms.open, name: 'Hall' }, moved: { format: 'page', rooms: 1 } };
  expect(await listExports(db, wanda)).toEqual([
    { actor: 'Ann', ...entry },
    { actor: 'Wanda', ...entry },
  ]);
});

test('EX3 only admins of a room export it, workspace admins only open ones, and nobody a direct room', async () => {
  const { db, ann, ben, wanda, rooms, exportRoom } = await createSetup();
  const refused = [
    [exportRoom(ben, rooms.open), 'forbidden'],
    [exportRoom(ben, rooms.private), 'forbidden'],
    [exportRoom(wanda, rooms.private), 'not_found'],
    [exportRoom(ann, rooms.direct), 'forbidden'],
    [exportRoom(wanda, rooms.direct), 'not_found'],
    [exportRoom(wanda, rooms.open, { roomIds: [rooms.open] }), 'forbidden'],
    [job('record_open_export', ann, { format: 'snug', rooms: 1 }), 'forbidden'],
  ] as const;
  for (const [attempt, code] of refused)
    expect(await runJobs(db, attempt)).toMatchObject([{ error: { code } }]);
  for (const admin of [true, false])
    await runJob(db, job('set_admin', ann, { roomId: rooms.open, uid: ben, admin }));
  await runJob(db, job('set_member', wanda, { roomId: rooms.open, uid: ben, bannedUntil: FOREVER }));
  expect(await runJobs(db, exportRoom(ben, rooms.open))).toMatchObject([{ error: { code: 'not_found' } }]);
  expect(await listExports(db, ann)).toEqual([]);
  for (const roomId of Object.values(rooms)) expect(await readMessages(db, roomId)).toEqual([]);
});

test('EX1 a workspace admin who exports all open rooms adds an entry with their number', async () => {
  const { db, wanda } = await createSetup();
  await runJob(db, job('record_open_export', wanda, { format: 'snug', rooms: 3 }));
  expect(await listExports(db, wanda)).toEqual([
    { actor: 'Wanda', room: undefined, moved: { format: 'snug', rooms: 3 } },
  ]);
});

test('EX1 EX2 an export by the command line is one entry, and a line in each private and direct room', async () => {
  const { db, ann, wanda, rooms } = await createSetup();
  for (let count = 0; count < 60; count++) await runJob(db, createRoomJob(ann, { kind: 'private' }));
  const all = await db.selectFrom('rooms').select(['id', 'kind']).execute();
  const write = (input: object) => runJob(db, job('record_operator_export', '', input));
  const notOpen = all.flatMap(({ id, kind }) => (kind === 'open' ? [] : [id]));
  // Rooms may be deleted meanwhile.
  await recordExport(write, {
    format: 'slack',
    rooms: all.length,
    notOpen: [...notOpen, newId(), rooms.open],
  });
  expect(await listExports(db, wanda)).toEqual([
    { actor: undefined, room: undefined, moved: { format: 'slack', rooms: 63 } },
  ]);
  for (const { id, kind } of all)
    expect(await readMessages(db, id)).toMatchObject(
      kind === 'open'
        ? []
        : [
            {
              author: { uid: ann },
              exported: 'operator',
              text: 'The admin of this server exported this room.',
            },
          ],
    );
});

test('EX2 nobody changes, deletes or removes the line', async () => {
  const { db, ann, rooms, exportRoom } = await createSetup();
  const roomId = rooms.private;
  await runJob(db, exportRoom(ann, roomId));
  const [line] = await readMessages(db, roomId);
  const ref = { roomId, messageId: line?.id };
  const edit = { roomId, id: line?.id, text: 'Other', revision: 0, editId: newId() };
  const outcomes = await runJobs(
    db,
    job('edit_message', ann, edit),
    job('delete_message', ann, ref),
    job('remove_message', ann, ref),
  );
  expect(outcomes).toMatchObject(outcomes.map(() => ({ error: { code: 'forbidden' } })));
  expect(await readMessages(db, roomId)).toEqual([line]);
});
