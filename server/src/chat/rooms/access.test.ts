import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, createRoomJob, createTestRoom, NOW, runJob } from '../../testing/database.ts';
import {
  accessRoom,
  accessRoomAsCreator,
  accessRoomAsInviter,
  accessRoomAsModerator,
  accessRoomAsOperator,
  accessRoomAsPinner,
  accessRoomAsSender,
  accessRoomAsWriter,
  accessRoomIfAny,
  accessRooms,
} from './access.ts';

const NOT_FOUND = { code: 'not_found' };
const FORBIDDEN = { code: 'forbidden' };
const LATER = NOW + 60_000;

/** An open and a private room of Ann, who is their admin; Ben, who is a member of both, and Eve. */
async function createSetup() {
  const { db, uid: ann, roomId: open } = await createTestRoom();
  const closed = newId();
  const [ben, eve] = [await addPerson(db, 'Ben'), await addPerson(db, 'Eve')];
  const run = (mutation: string, uid: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  await runJob(db, createRoomJob(ann, { id: closed, kind: 'private' }));
  await run('join_room', ben, { roomId: open });
  await run('set_member', ann, { roomId: closed, uid: ben, member: true });
  const [asAnn, asBen, asEve] = [ann, ben, eve].map(uid => ({ uid, now: NOW })) as [Actor, Actor, Actor];
  return { db, ann, ben, eve, open, closed, run, asAnn, asBen, asEve };
}

interface Actor {
  uid: string;
  now: number;
}

test('a token opens only the rooms of its scope', async () => {
  const { db, ann, open, closed, asAnn } = await createSetup();
  const actor = { ...asAnn, scope: { roomIds: [open] } };
  expect((await accessRooms(db, asAnn, [open, closed])).size).toBe(2);
  expect([...(await accessRooms(db, actor, [closed, open])).keys()]).toEqual([open]);
  await accessRoom(db, actor, open);
  expect(await accessRoomIfAny(db, actor, closed)).toBeUndefined();
  await expect(accessRoom(db, actor, closed)).rejects.toMatchObject(NOT_FOUND);
  expect(await accessRoomAsSender(db, actor, open, newId())).toMatchObject({ author: { uid: ann } });
  await expect(accessRoomAsSender(db, actor, closed, newId())).rejects.toMatchObject(NOT_FOUND);
});

test('everyone reads an open room, except during a ban, and only members a private one', async () => {
  const { db, ann, ben, open, closed, run, asBen, asEve } = await createSetup();
  await accessRoom(db, asEve, open);
  await expect(accessRoom(db, asEve, closed)).rejects.toMatchObject(NOT_FOUND);
  await accessRoom(db, asBen, closed);
  await run('set_member', ann, { roomId: open, uid: ben, bannedUntil: LATER });
  await expect(accessRoom(db, asBen, open)).rejects.toMatchObject(NOT_FOUND);
  expect((await accessRooms(db, asBen, [open, closed])).has(open)).toBe(false);
  await accessRoom(db, { ...asBen, now: LATER }, open);
});

test('a bot reads what its owner reads', async () => {
  const { db, ann, ben, closed, run } = await createSetup();
  const bot = newId();
  await run('create_bot', ben, { id: bot, name: 'Echo' });
  await run('set_member', ann, { roomId: closed, uid: bot, member: true });
  await accessRoom(db, { uid: bot, now: NOW }, closed);
  await run('leave_room', ben, { roomId: closed });
  await expect(accessRoom(db, { uid: bot, now: NOW }, closed)).rejects.toMatchObject(NOT_FOUND);
});

test('nobody writes while silenced, or in an archived room', async () => {
  const { db, ann, ben, open, run, asAnn, asBen } = await createSetup();
  await run('set_member', ann, { roomId: open, uid: ben, silencedUntil: LATER });
  await accessRoom(db, asBen, open);
  await expect(accessRoomAsWriter(db, asBen, open)).rejects.toMatchObject(FORBIDDEN);
  await expect(accessRoomAsSender(db, asBen, open, newId())).rejects.toMatchObject(FORBIDDEN);
  await accessRoomAsWriter(db, { ...asBen, now: LATER }, open);
  await run('archive_room', ann, { roomId: open, archived: true });
  await accessRoom(db, asAnn, open);
  await expect(accessRoomAsWriter(db, asAnn, open)).rejects.toMatchObject(FORBIDDEN);
  await expect(accessRoomAsSender(db, asAnn, open, newId())).rejects.toMatchObject(FORBIDDEN);
});

test('admins of a room moderate it, and workspace admins only open rooms', async () => {
  const { db, ben, open, closed, run, asAnn, asBen } = await createSetup();
  await accessRoomAsModerator(db, asAnn, closed);
  for (const roomId of [open, closed])
    await expect(accessRoomAsModerator(db, asBen, roomId)).rejects.toMatchObject(FORBIDDEN);
  await run('set_workspace_admin', '', { uid: ben, admin: true });
  await accessRoomAsModerator(db, asBen, open);
  await expect(accessRoomAsModerator(db, asBen, closed)).rejects.toMatchObject(FORBIDDEN);
});

test('only an admin of the room pins, except in a direct room', async () => {
  const { db, ann, ben, open, run, asAnn, asBen } = await createSetup();
  await accessRoomAsPinner(db, asAnn, open);
  await expect(accessRoomAsPinner(db, asBen, open)).rejects.toMatchObject(FORBIDDEN);
  const { output } = await run('open_direct', ann, { id: newId(), uids: [ben] });
  const { room } = output as { room: { id: string } };
  await accessRoomAsPinner(db, asAnn, room.id);
});

test('the command line enters only rooms that not everyone can join', async () => {
  const { db, open, closed } = await createSetup();
  expect(await accessRoomAsOperator(db, closed)).toMatchObject({ id: closed });
  await expect(accessRoomAsOperator(db, open)).rejects.toMatchObject(FORBIDDEN);
  await expect(accessRoomAsOperator(db, newId())).rejects.toMatchObject(NOT_FOUND);
});

test('members invite to an open room unless that is off, and nobody to an archived one', async () => {
  const { db, ann, open, closed, run, asAnn, asBen, asEve } = await createSetup();
  await accessRoomAsInviter(db, asBen, open);
  await expect(accessRoomAsInviter(db, asEve, open)).rejects.toMatchObject(FORBIDDEN);
  await expect(accessRoomAsInviter(db, asBen, closed)).rejects.toMatchObject(FORBIDDEN);
  await run('edit_room', ann, { roomId: open, membersInvite: false });
  await expect(accessRoomAsInviter(db, asBen, open)).rejects.toMatchObject(FORBIDDEN);
  await accessRoomAsInviter(db, asAnn, open);
  await run('archive_room', ann, { roomId: open, archived: true });
  await expect(accessRoomAsInviter(db, asAnn, open)).rejects.toMatchObject(FORBIDDEN);
});

test('the id of a room belongs to the person who created it', async () => {
  const { db, open, asAnn, asBen } = await createSetup();
  expect(await accessRoomAsCreator(db, asAnn, open)).toMatchObject({ id: open });
  await expect(accessRoomAsCreator(db, asBen, open)).rejects.toMatchObject({ code: 'id_taken' });
  expect(await accessRoomAsCreator(db, asBen, newId())).toBeUndefined();
});
