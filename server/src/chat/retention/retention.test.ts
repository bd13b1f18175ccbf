import { type CommandOutput, RETENTION_NOTICE_MS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { listAuditEntries } from '../../admin/audit/audit-log.ts';
import { listWorkspaceRooms } from '../../admin/workspace/room-list.ts';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import {
  addPerson,
  createRoomJob,
  createTestRoom,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
  sendMany,
} from '../../testing/database.ts';
import { readGuestSettings, readWorkspaceSettings } from '../../workspace/settings/settings.ts';
import { createRoomErasure } from '../rooms/erasure.ts';
import { findRoom } from '../rooms/room-rows.ts';
import { countOlder } from './count-older.ts';
import { listHolds } from './holds.ts';
import { getTrimLimit, hasTrimRules } from './trim-limit.ts';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const BEGIN = NOW + RETENTION_NOTICE_MS;

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input: { fixed: {}, ...input } };
}

/** Ann's room, Ben, and Wanda, who looks after the server. */
async function createSetup() {
  const { db, uid: ann, roomId } = await createTestRoom();
  const [ben, wanda] = [await addPerson(db, 'Ben'), await addPerson(db, 'Wanda')];
  await runJob(db, {
    mutation: 'set_workspace_admin',
    caller: { uid: '' },
    input: { uid: wanda, admin: true },
  });
  const set = (uid: string, input: object, room: string | undefined = roomId) =>
    job('set_retention', uid, { ...(room && { roomId: room }), version: 0, ...input });
  return {
    db,
    ann,
    ben,
    wanda,
    roomId,
    set,
    all: (input: object) => job('set_retention', wanda, { version: 0, ...input }),
  };
}

async function listActions(db: Db, uid: string) {
  const { entries } = await listAuditEntries(db, { uid, now: NOW }, { oldestFirst: true });
  return entries.map(({ action, actor, setting, reason }) => [
    action,
    actor?.name,
    setting && `${setting.name} ${setting.before} ${setting.after}`,
    reason,
  ]);
}

test('RT1 the admins of a room set its rule, everyone in it sees it, and the audit log has each change', async () => {
  const { db, ann, ben, wanda, roomId, set } = await createSetup();
  const { output, publications } = await runJob<CommandOutput<'set_retention'>>(
    db,
    set(ann, { days: 30, keepsPins: true }),
  );
  const retention = { days: 30, begins: BEGIN, keepsPins: true, version: 1 };
  expect(output.retention).toEqual(retention);
  expect(publications).toMatchObject([
    { event: { type: 'room_edited', roomId, seq: 1, room: { retention } } },
  ]);
  expect(await findRoom(db, roomId)).toMatchObject({ seq: 1, retention });
  const repeated = await runJob(db, set(ann, { days: 30, keepsPins: true }));
  expect(repeated, 'repeated').toMatchObject({ output: { retention }, publications: [] });
  expect(await runJobs(db, set(ben, { days: 20 }), set(ann, { days: 20 }))).toMatchObject([
    { error: { code: 'forbidden' } },
    { error: { code: 'stale' } },
  ]);
  await runJob(db, job('undo_retention', wanda, { roomId, version: 1 }));
  expect((await listActions(db, wanda)).slice(1)).toEqual([
    ['change_retention', 'Ann', 'keep_days forever 30', undefined],
    ['change_retention', 'Ann', 'keep_pins off on', undefined],
    ['undo_retention', 'Wanda', 'keep_days 30 forever', undefined],
  ]);
});

test('RT1 a rule of the workspace counts everywhere, writes no room, and bounds those of rooms', async () => {
  const { db, ann, ben, wanda, roomId, set, all } = await createSetup();
  const direct = await runJob<CommandOutput<'open_direct'>>(
    db,
    job('open_direct', ann, { id: newId(), uids: [ben], fixed: undefined }),
  );
  const directId = direct.output.room.id;
  expect(await runJobs(db, job('set_retention', ann, { days: 90, version: 0 }))).toMatchObject([
    { error: { code: 'forbidden' } },
  ]);
  const { publications } = await runJob(db, all({ days: 90 }));
  const retention = { days: 90, begins: BEGIN, version: 1 };
  expect(publications).toMatchObject([
    { topic: 'workspace', event: { type: 'workspace_changed', settings: { version: 1, retention } } },
    { topic: 'workspace:guests', event: { type: 'workspace_changed', settings: { version: 1, retention } } },
  ]);
  expect(await readWorkspaceSettings(db, {})).toMatchObject({ version: 1, retention });
  expect(await readGuestSettings(db, {})).toMatchObject({ version: 1, retention });
  expect((await findRoom(db, roomId))?.retention).toBeUndefined();
  const later = BEGIN + MINUTE;
  for (const id of [roomId, directId]) {
    expect(await getTrimLimit(db, { id }, later - 1)).toBeUndefined();
    expect(await getTrimLimit(db, { id }, later)).toEqual({ before: later - 90 * DAY, keepsPins: false });
  }
  const [tooLong, shorter, inDirect] = await runJobsAt(
    later,
    db,
    set(ann, { days: 91 }),
    set(ann, { days: 60 }),
    set(ann, { days: 60 }, directId),
  );
  expect([tooLong, inDirect]).toMatchObject([
    { error: { code: 'invalid_input' } },
    { error: { code: 'forbidden' } },
  ]);
  expect(shorter).toMatchObject({ output: { retention: { days: 60, begins: later + RETENTION_NOTICE_MS } } });
  expect(
    await runJobs(db, job('set_retention', wanda, { days: 5, keepsPins: true, version: 1 })),
  ).toMatchObject([{ error: { code: 'invalid_input' } }]);
});

test('RT2 an announced rule is taken back before its begin only, once, and by those who saw it', async () => {
  const { db, ann, roomId, set } = await createSetup();
  const undo = (version: number) => job('undo_retention', ann, { roomId, version });
  await runJob(db, set(ann, { days: 30 }));
  expect(await runJobs(db, undo(0))).toMatchObject([{ error: { code: 'stale' } }]);
  const [first] = await runJobsAt(BEGIN - 1, db, undo(1));
  expect(first).toMatchObject({ output: { retention: { version: 2 } } });
  expect(await runJobsAt(BEGIN - 1, db, undo(1)), 'repeated').toMatchObject([
    { output: { retention: { version: 2 } }, publications: [] },
  ]);
  expect(await getTrimLimit(db, { id: roomId }, BEGIN + 99 * DAY)).toBeUndefined();
  expect(await hasTrimRules(db)).toBe(false);
  await runJob(db, set(ann, { days: 40, version: 2 }));
  expect(await hasTrimRules(db)).toBe(true);
  expect(await runJobsAt(BEGIN, db, undo(3)), 'begun').toMatchObject([{ error: { code: 'stale' } }]);
  const two = [set(ann, { days: 10, version: 3 }), set(ann, { days: 20, version: 3 })];
  expect(await runJobs(db, ...two), 'two admins at once').toMatchObject([
    { output: { retention: { days: 10 } } },
    { error: { code: 'stale' } },
  ]);
});

test('RT3 a held room is neither trimmed nor erased, until its release', async () => {
  const { db, ann, wanda, roomId, set } = await createSetup();
  await sendMany(db, ann, roomId, 3);
  await runJob(db, set(ann, { days: 1 }));
  const hold = job('hold_room', '', { roomId, reason: 'A court asks for it' });
  expect(await runJob(db, hold)).toMatchObject({ output: { hasChanged: true }, publications: [] });
  expect(await runJob(db, hold)).toMatchObject({ output: { hasChanged: false } });
  const list = async () =>
    (await listWorkspaceRooms(db, { uid: wanda, now: NOW }, { sort: 'name', descending: false })).rooms;
  expect(await list()).toMatchObject([{ id: roomId, held: true }]);
  expect(JSON.stringify(await findRoom(db, roomId)), 'for members').not.toContain('held');
  const later = BEGIN + 30 * DAY;
  expect(await getTrimLimit(db, { id: roomId }, later)).toBeUndefined();
  await runJobsAt(later, db, {
    mutation: 'trim_room',
    caller: { uid: '' },
    input: { roomId, before: later, keepsPins: false },
  });
  const countMessages = async () => (await db.selectFrom('messages').select('id').execute()).length;

  const room = await findRoom(db, roomId);
  expect(room?.trimmedBefore).toBeUndefined();
  await runJob(db, job('delete_room', ann, { roomId, name: room!.name, fixed: undefined }));
  const writer = {
    write: async (mutation: string, caller: object, input: object) =>
      (await runJob(db, { mutation, caller, input } as never)).output,
  };
  const erasure = createRoomErasure(db, writer as never);
  expect(await erasure.step(undefined), 'held').toBeUndefined();
  await runJob(db, { mutation: 'erase_room', caller: { uid: '' }, input: { roomId } });
  expect(await countMessages()).toBe(3);
  expect(await listHolds(db)).toMatchObject([
    { roomId, reason: 'A court asks for it', deletedAt: expect.any(Number) },
  ]);

  await runJob(db, job('release_room', '', { roomId }));
  for (let step = 0; step < 9; step++) await erasure.step(undefined);
  expect(await countMessages()).toBe(0);
  for (const table of ['rooms', 'retention', 'holds'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const actions = (await listActions(db, wanda)).filter(([action]) => String(action).endsWith('_room'));
  expect(actions).toEqual([
    ['hold_room', undefined, undefined, 'A court asks for it'],
    ['delete_room', 'Ann', undefined, undefined],
    ['release_room', undefined, undefined, undefined],
  ]);
  expect(await runJobs(db, job('hold_room', '', { roomId: newId(), reason: 'x' }))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
});

test('RT4 older messages are counted before a rule, exactly or about, for those who may set it', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup();
  await sendMany(db, ann, roomId, 620);
  const { output } = await runJob<CommandOutput<'create_room'>>(
    db,
    createRoomJob(ann, { kind: 'private', name: 'P' }),
  );
  await sendMany(db, ann, output.room.id, 5);
  const later = { now: NOW + 20 * DAY };
  expect(await countOlder(db, { uid: ann, ...later }, { roomId, days: 10 })).toEqual({
    count: 620,
    approximate: false,
  });
  expect(await countOlder(db, { uid: ann, ...later }, { roomId, days: 21 })).toEqual({
    count: 0,
    approximate: false,
  });
  const all = await countOlder(db, { uid: wanda, ...later }, { days: 10 });
  expect(all.approximate).toBe(true);
  expect(Math.abs(all.count - 625)).toBeLessThan(10);
  await expect(countOlder(db, { uid: ben, ...later }, { roomId, days: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(countOlder(db, { uid: ann, ...later }, { days: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(
    countOlder(db, { uid: ben, ...later }, { roomId: output.room.id, days: 1 }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
});
