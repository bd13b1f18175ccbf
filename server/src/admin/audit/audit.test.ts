import {
  type AuditCursor,
  type CommandInput,
  type CommandOutput,
  FOREVER,
  MAX_LISTED_AUDIT_ENTRIES,
} from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import { addPerson, createRoomJob, createTestRoom, NOW, runJob, runJobs } from '../../testing/database.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { listAuditEntries } from './audit-log.ts';

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

async function listActions(db: Db, uid: string) {
  const { entries } = await listAuditEntries(db, { uid, now: NOW }, { oldestFirst: false });
  return entries
    .map(({ action, actor, target, until }) => [action, actor?.name, target?.name, until])
    .toReversed();
}

/** Ann's room, Ben, and Wanda, who looks after the server. */
async function createSetup(kind: 'open' | 'private' = 'open') {
  const { db, uid: ann } = await createTestRoom();
  const { output } = await runJob<CommandOutput<'create_room'>>(
    db,
    createRoomJob(ann, { kind, name: 'Hall' }),
  );
  const [ben, wanda] = [await addPerson(db, 'Ben'), await addPerson(db, 'Wanda')];
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: true }));
  return { db, ann, ben, wanda, roomId: output.room.id };
}

const BY_COMMAND_LINE = ['grant_workspace_admin', undefined, 'Wanda', undefined];

test('A8 each use of special rights adds an entry, and a repetition adds none', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup();
  const set = (uid: string, change: object) => job('set_member', uid, { roomId, uid: ben, ...change });
  const changes = [
    set(ann, { member: true }),
    set(ann, { member: false }),
    set(wanda, { bannedUntil: FOREVER, silencedUntil: NOW + 5 }),
    set(wanda, { bannedUntil: null, silencedUntil: null }),
    job('set_admin', wanda, { roomId, uid: ben, admin: true }),
    job('set_admin', ann, { roomId, uid: ben, admin: false }),
    job('edit_room', wanda, { roomId, name: 'Lobby' }),
    job('archive_room', ann, { roomId, archived: true }),
    job('archive_room', wanda, { roomId, archived: false }),
  ];
  for (const change of changes) for (let run = 0; run < 2; run++) await runJob(db, change);
  await runJob(db, job('delete_room', wanda, { roomId, name: 'Lobby' }));
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: false }));
  expect(await listActions(db, wanda)).toEqual([
    BY_COMMAND_LINE,
    ['add_member', 'Ann', 'Ben', undefined],
    ['remove_member', 'Ann', 'Ben', undefined],
    ['ban', 'Wanda', 'Ben', FOREVER],
    ['silence', 'Wanda', 'Ben', NOW + 5],
    ['unban', 'Wanda', 'Ben', undefined],
    ['end_silence', 'Wanda', 'Ben', undefined],
    ['make_admin', 'Wanda', 'Ben', undefined],
    ['remove_admin', 'Ann', 'Ben', undefined],
    ['edit_room', 'Wanda', undefined, undefined],
    ['archive_room', 'Ann', undefined, undefined],
    ['unarchive_room', 'Wanda', undefined, undefined],
    ['delete_room', 'Wanda', undefined, undefined],
    ['revoke_workspace_admin', undefined, 'Wanda', undefined],
  ]);
});

test('A8 edits by an admin of the room, joins and leaves add no entry', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup();
  await runJob(db, job('edit_room', ann, { roomId, name: 'Lobby' }));
  await runJob(db, job('join_room', ben, { roomId }));
  await runJob(db, job('leave_room', ben, { roomId }));
  expect(await listActions(db, wanda)).toEqual([BY_COMMAND_LINE]);
});

test('A8 invitations for others, and ended ones, add an entry', async () => {
  const { db, ann, wanda, roomId } = await createSetup();
  const create = (uid: string, id: string) =>
    job('create_invite', uid, { id, roomIds: [roomId], expiresInDays: 1, maxUses: 1 });
  const ids = [newId(), newId()] as const;
  await runJob(db, create(ann, ids[0]));
  await runJob(db, create(wanda, ids[1]));
  const revoke = job('revoke_invite', wanda, { id: ids[0], createdBy: ann, roomIds: [roomId] });
  for (let run = 0; run < 2; run++) await runJob(db, revoke);
  expect(await listActions(db, wanda)).toEqual([
    BY_COMMAND_LINE,
    ['create_invite', 'Wanda', undefined, undefined],
    ['revoke_invite', 'Wanda', 'Ann', undefined],
  ]);
});

test('A9 nobody changes or deletes an entry, not even this server', async () => {
  const { db } = await createSetup();
  const change = db.updateTable('audit').set({ action: 'ban' }).execute();
  await expect(change).rejects.toThrow('append-only');
  await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
});

test('A9 an entry of a rejected action does not stay', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup();
  const ban = job('set_member', ben, { roomId, uid: ann, bannedUntil: FOREVER });
  expect(await runJobs(db, ban)).toMatchObject([{ error: { code: 'forbidden' } }]);
  expect(await listActions(db, wanda)).toEqual([BY_COMMAND_LINE]);
});

test('A9 without its entry, an action does not happen', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup();
  const read = async () =>
    Promise.all([
      db.selectFrom('members').selectAll().orderBy('userId').execute(),
      db.selectFrom('workspace_admins').selectAll().execute(),
      db.selectFrom('suspensions').selectAll().execute(),
      db.selectFrom('settings').selectAll().execute(),
      db.selectFrom('one_time_links').selectAll().execute(),
      db.selectFrom('rooms').selectAll().execute(),
    ]);
  const before = await read();
  const rename = (from: string, to: string) => sql.raw(`alter table "${from}" rename to "${to}"`).execute(db);
  await rename('audit', 'lost_audit');
  const setting = { name: 'sign_up', value: 'closed', version: 0, fixed: {} };
  const outcomes = await runJobs(
    db,
    job('set_member', ann, { roomId, uid: ben, bannedUntil: FOREVER }),
    job('set_admin', ann, { roomId, uid: ben, admin: true }),
    job('archive_room', ann, { roomId, archived: true }),
    job('set_workspace_admin', wanda, { uid: ben, admin: true }),
    job('set_suspension', wanda, { uid: ben, suspended: true }),
    job('create_recovery_link', wanda, { uid: ben, hash: 'x' }),
    job('set_setting', wanda, setting),
  );
  await rename('lost_audit', 'audit');
  expect(outcomes.filter(outcome => 'output' in outcome)).toEqual([]);
  expect(await read()).toEqual(before);
});

test('A10 a page has at most 50 entries, the newest first', async () => {
  const { db, wanda } = await createSetup();
  for (let at = 1; at <= MAX_LISTED_AUDIT_ENTRIES; at++)
    await recordAudit(db, { uid: wanda, now: NOW + at }, { action: 'ban', reason: 'x'.repeat(900) });
  const caller = { uid: wanda, now: NOW };
  const read = (before?: AuditCursor, oldestFirst = false) =>
    listAuditEntries(db, caller, { before, oldestFirst });
  const pages = [await read()];
  while (pages.at(-1)?.next) pages.push(await read(pages.at(-1)?.next));
  const entries = pages.flatMap(page => page.entries);
  expect(entries.map(({ at }) => at)).toEqual(
    entries.map((_, index) => NOW + MAX_LISTED_AUDIT_ENTRIES - index),
  );
  expect(pages.map(page => page.entries.length)).toEqual([MAX_LISTED_AUDIT_ENTRIES, 1]);
  expect(entries[0]?.reason).toHaveLength(500);
  const oldest = await read(undefined, true);
  const others = await read(oldest.next, true);
  expect([...oldest.entries, ...others.entries]).toEqual(entries.toReversed());
});

test('A11 an entry of a private room names it only for its members', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup('private');
  await runJob(db, job('set_member', ann, { roomId, uid: ben, bannedUntil: FOREVER }));
  const read = async () =>
    (await listAuditEntries(db, { uid: wanda, now: NOW }, { oldestFirst: false })).entries.find(
      ({ action }) => action === 'ban',
    );
  expect(await read()).toMatchObject({ actor: { name: 'Ann' }, target: { name: 'Ben' }, room: {} });
  expect((await read())?.room).toEqual({});
  await runJob(db, job('set_member', ann, { roomId, uid: wanda, member: true }));
  expect((await read())?.room).toEqual({ id: roomId, name: 'Hall' });
});

test('A11 a deleted open room keeps its name in the log', async () => {
  const { db, ann, wanda, roomId } = await createSetup();
  await runJob(db, job('delete_room', ann, { roomId, name: 'Hall' }));
  const { entries } = await listAuditEntries(db, { uid: wanda, now: NOW }, { oldestFirst: false });
  expect(entries.map(({ room }) => room)).toContainEqual({ name: 'Hall' });
});

test('A10 filters by actor, action and time keep the order and the pages', async () => {
  const { db, ann, ben, wanda } = await createSetup();
  const actors = [ann, ben, ''];
  const actions = ['ban', 'unban'] as const;
  const count = 6 * (MAX_LISTED_AUDIT_ENTRIES + 1);
  for (let at = 0; at < count; at++)
    await recordAudit(
      db,
      { uid: actors[at % 3] ?? '', now: NOW + Math.floor(at / 4) },
      { action: actions[at % 2] ?? 'ban', reason: String(at) },
    );
  const all = await db.selectFrom('audit').selectAll().orderBy('at').orderBy('id').execute();
  const readAll = async (filters: Partial<CommandInput<'list_audit'>>) => {
    const ids: string[] = [];
    let before: AuditCursor | undefined;
    do {
      const input = { oldestFirst: false, ...filters, before };
      const page = await listAuditEntries(db, { uid: wanda, now: NOW }, input);
      ids.push(...page.entries.map(({ id }) => id));
      before = page.next;
    } while (before);
    return ids;
  };
  const [from, to] = [NOW + 5, NOW + 40];
  for (const uid of [undefined, null, ann])
    for (const action of [undefined, 'unban'] as const)
      for (const times of [{}, { from }, { to }, { from, to }] as { from?: number; to?: number }[]) {
        const wanted = all.filter(
          row =>
            (uid === undefined || row.actorId === uid) &&
            (action === undefined || row.action === action) &&
            row.at >= (times.from ?? 0) &&
            row.at < (times.to ?? Infinity),
        );
        const expected = wanted.map(({ id }) => id);
        const filters = { uid, action, ...times };
        expect(await readAll({ ...filters, oldestFirst: true })).toEqual(expected);
        expect(await readAll(filters)).toEqual(expected.toReversed());
      }
});

test('A10 a cursor outside the wanted times begins at their bound', async () => {
  const { db, wanda } = await createSetup();
  for (let at = 1; at <= 3; at++)
    await recordAudit(db, { uid: wanda, now: NOW + at }, { action: 'suspend', reason: String(at) });
  const list = async (oldestFirst: boolean, before: AuditCursor) => {
    const input = { oldestFirst, before, from: NOW + 2, to: NOW + 3, uid: wanda };
    return (await listAuditEntries(db, { uid: wanda, now: NOW }, input)).entries.map(({ reason }) => reason);
  };
  expect(await list(false, { at: NOW + 9, id: newId() })).toEqual(['2']);
  expect(await list(true, { at: NOW - 9, id: newId() })).toEqual(['2']);
});
