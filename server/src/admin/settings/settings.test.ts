import { type CommandOutput, type SettingName, type WorkspaceSettings } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { type FixedSettings, readSetting, readWorkspaceSettings } from '../../workspace/settings/settings.ts';
import { listAuditEntries } from '../audit/audit-log.ts';
import { listSettings } from './setting-list.ts';

const FORBIDDEN = { error: { code: 'forbidden' } };

/** Ann, and Wanda, who looks after the server. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  await runJob(db, {
    mutation: 'set_workspace_admin',
    caller: { uid: '' },
    input: { uid: wanda, admin: true },
  });
  return { db, ann, wanda };
}

function change(uid: string, name: SettingName, value: string, version = 0, fixed: FixedSettings = {}) {
  return { mutation: 'set_setting', caller: { uid }, input: { name, value, version, fixed } };
}

function createBot(uid: string, fixed: FixedSettings = {}, id = newId()) {
  return { mutation: 'create_bot', caller: { uid }, input: { id, name: 'Robo', fixed } };
}

function createRoom(uid: string, kind: 'open' | 'private', fixed: FixedSettings = {}) {
  const input = { id: newId(), name: 'Room', description: 'A room', kind, fixed };
  return { mutation: 'create_room', caller: { uid }, input };
}

test('A24 without a change, each setting has its first value', async () => {
  const { db } = await createSetup();
  expect(await listSettings(db, {})).toEqual([
    { name: 'workspace_name', value: 'Snug', version: 0 },
    { name: 'logo', value: 'default', version: 0 },
    { name: 'accent_colour', value: 'default', version: 0 },
    { name: 'sign_up', value: 'open', version: 0 },
    { name: 'open_rooms', value: 'everyone', version: 0 },
    { name: 'bots', value: 'everyone', version: 0 },
    { name: 'guests', value: 'everyone', version: 0 },
    { name: 'emoji', value: 'everyone', version: 0 },
  ]);
  expect(await readWorkspaceSettings(db, {})).toEqual({
    version: 0,
    name: 'Snug',
    openRooms: 'everyone',
    bots: 'everyone',
    guests: 'everyone',
    emoji: 'everyone',
  });
});

test('A24 a change by a workspace admin is stored with its version, its author and its time', async () => {
  const { db, ann, wanda } = await createSetup();
  expect(await runJobs(db, change(ann, 'sign_up', 'closed'))).toMatchObject([FORBIDDEN]);
  const { output } = await runJob<CommandOutput<'set_setting'>>(db, change(wanda, 'sign_up', 'invite'));
  expect(output.setting).toMatchObject({
    name: 'sign_up',
    value: 'invite',
    version: 1,
    changedBy: { name: 'Wanda' },
    changedAt: NOW,
  });
  expect(await readSetting(db, {}, 'sign_up')).toBe('invite');
});

test('A24 a change that is based on an earlier version is stale, and changes nothing', async () => {
  const { db, wanda } = await createSetup();
  await runJob(db, change(wanda, 'workspace_name', 'Harbour'));
  const [late, same, next] = await runJobs(
    db,
    change(wanda, 'workspace_name', 'Late', 0),
    change(wanda, 'workspace_name', 'Harbour', 0),
    change(wanda, 'workspace_name', ' Quay ', 1),
  );
  expect(late).toMatchObject({ error: { code: 'stale' } });
  expect(same).toMatchObject({ output: { setting: { value: 'Harbour', version: 1 } } });
  expect(next).toMatchObject({ output: { setting: { value: 'Quay', version: 2 } } });
});

test('A24 a setting accepts only its values', async () => {
  const { db, wanda } = await createSetup();
  const outcomes = await runJobs(
    db,
    change(wanda, 'sign_up', 'everyone'),
    change(wanda, 'open_rooms', 'open'),
    change(wanda, 'bots', 'constructor'),
    change(wanda, 'workspace_name', 'x'.repeat(51)),
  );
  expect(outcomes).toMatchObject(outcomes.map(() => ({ error: { code: 'invalid_input' } })));
  expect(await readWorkspaceSettings(db, {})).toMatchObject({ version: 0 });
});

test('A25 the value of the environment counts, and nobody can change it', async () => {
  const { db, wanda } = await createSetup();
  await runJob(db, change(wanda, 'sign_up', 'closed'));
  const fixed = { sign_up: 'invite' } as const;
  expect(await readSetting(db, fixed, 'sign_up')).toBe('invite');
  expect(await listSettings(db, fixed)).toContainEqual(
    expect.objectContaining({ name: 'sign_up', value: 'invite', fixedBy: 'SNUG_SIGN_UP' }),
  );
  expect(await runJobs(db, change(wanda, 'sign_up', 'open', 1, fixed))).toMatchObject([
    { error: { code: 'forbidden', message: 'SNUG_SIGN_UP sets this on the server' } },
  ]);
});

test('A26 if only admins create open rooms and bots, everyone else cannot, and a token of an admin neither', async () => {
  const { db, ann, wanda } = await createSetup();
  await runJobs(db, change(wanda, 'open_rooms', 'admins'), change(wanda, 'bots', 'admins'));
  const room = await runJob<CommandOutput<'create_room'>>(db, createRoom(ann, 'private'));
  const input = { id: newId(), roomId: room.output.room.id, url: 'https://snug.example' };
  const webhook = { mutation: 'create_webhook', caller: { uid: ann }, input };
  const refused = [createRoom(ann, 'open'), createBot(ann), webhook];
  expect(await runJobs(db, ...refused)).toMatchObject(refused.map(() => FORBIDDEN));
  const token = { ...createRoom(wanda, 'open'), caller: { uid: wanda, scope: {} } };
  expect(await runJobs(db, token)).toMatchObject([FORBIDDEN]);
  const allowed = [createRoom(ann, 'private'), createRoom(wanda, 'open'), createBot(wanda)];
  expect(await runJobs(db, ...allowed)).toMatchObject(allowed.map(() => ({ output: {} })));
  const fixed = { open_rooms: 'everyone', bots: 'everyone' } as const;
  const others = [createRoom(ann, 'open', fixed), createBot(ann, fixed)];
  expect(await runJobs(db, ...others)).toMatchObject(others.map(() => ({ output: {} })));
});

test('A26 a room and a bot that were created before the change can be repeated', async () => {
  const { db, ann, wanda } = await createSetup();
  const jobs = [createRoom(ann, 'open'), createBot(ann)];
  await runJobs(db, ...jobs);
  await runJobs(db, change(wanda, 'open_rooms', 'admins'), change(wanda, 'bots', 'admins'));
  expect(await runJobs(db, ...jobs)).toMatchObject(jobs.map(() => ({ output: {} })));
});

test('A27 a change is published with the settings that everyone may know, and a growing version', async () => {
  const { db, wanda } = await createSetup();
  const readEvent = async (job: ReturnType<typeof change>) => (await runJob(db, job)).publications;
  const settings: WorkspaceSettings = {
    version: 1,
    name: 'Harbour',
    openRooms: 'everyone',
    bots: 'everyone',
    guests: 'everyone',
    emoji: 'everyone',
  };
  const hidden = { openRooms: 'admins', bots: 'admins', guests: 'admins', emoji: 'admins' };
  const known = { version: 1, name: 'Harbour', ...hidden };
  expect(await readEvent(change(wanda, 'workspace_name', 'Harbour'))).toEqual([
    { topic: 'workspace', event: { type: 'workspace_changed', settings } },
    { topic: 'workspace:guests', event: { type: 'workspace_changed', settings: known } },
  ]);
  expect(await readEvent(change(wanda, 'workspace_name', 'Harbour'))).toEqual([]);
  expect(await readEvent(change(wanda, 'sign_up', 'closed'))).toEqual([]);
  expect(await readEvent(change(wanda, 'bots', 'admins'))).toMatchObject([
    { event: { settings: { version: 3, bots: 'admins' } } },
  ]);
});

test('A8 a change of a setting is audited with both values', async () => {
  const { db, ann, wanda } = await createSetup();
  await runJobs(db, change(ann, 'sign_up', 'closed'), change(wanda, 'sign_up', 'closed'));
  const { entries } = await listAuditEntries(db, { uid: wanda, now: NOW }, { oldestFirst: false });
  expect(entries.filter(({ action }) => action === 'change_setting')).toMatchObject([
    { actor: { name: 'Wanda' }, setting: { name: 'sign_up', before: 'open', after: 'closed' } },
  ]);
});
