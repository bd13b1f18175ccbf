import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { findUsable } from '../../programs/tokens/token-store.ts';
import { createTestApp } from '../../testing/app.ts';
import { addPerson, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';
import { isSuspended } from '../../workspace/suspension-store.ts';
import { isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { listAuditEntries } from '../audit/audit-log.ts';
import { listWorkspacePeople } from './person-list.ts';

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

const FORBIDDEN = { error: { code: 'forbidden' } };

/** Wanda and Xaver look after the server. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, wanda, xaver] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Wanda'),
    await addPerson(db, 'Xaver'),
  ];
  for (const uid of [wanda, xaver]) await runJob(db, job('set_workspace_admin', '', { uid, admin: true }));
  const suspend = (by: string, uid: string, suspended = true) =>
    job('set_suspension', by, { uid, suspended });
  return { db, ann, wanda, xaver, suspend };
}

test('A18 workspace admins suspend others and end that, and each change is audited once', async () => {
  const { db, ann, wanda, suspend } = await createSetup();
  for (let run = 0; run < 2; run++) await runJob(db, suspend(wanda, ann));
  expect(await isSuspended(db, ann)).toBe(true);
  for (let run = 0; run < 2; run++) await runJob(db, suspend(wanda, ann, false));
  expect(await isSuspended(db, ann)).toBe(false);
  const log = await listAuditEntries(db, { uid: wanda, now: NOW }, { oldestFirst: true });
  expect(log.entries.slice(2).map(({ action, target }) => [action, target?.name])).toEqual([
    ['suspend', 'Ann'],
    ['end_suspension', 'Ann'],
  ]);
});

test('A18 nobody suspends themselves, and other people suspend nobody', async () => {
  const { db, ann, wanda, xaver, suspend } = await createSetup();
  const outcomes = await runJobs(db, suspend(wanda, wanda), suspend(ann, wanda), suspend(ann, ann));
  expect(outcomes).toMatchObject([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  expect(await runJobs(db, suspend(wanda, newId()))).toMatchObject([{ error: { code: 'not_found' } }]);
  expect(await isSuspended(db, xaver)).toBe(false);
});

test('A18 a suspended workspace admin changes nobody, so an active one always remains', async () => {
  const { db, ann, wanda, xaver, suspend } = await createSetup();
  const outcomes = await runJobs(
    db,
    suspend(wanda, xaver),
    suspend(xaver, wanda),
    job('set_workspace_admin', xaver, { uid: wanda, admin: false }),
    job('end_sessions', xaver, { uid: wanda }),
  );
  expect(outcomes).toMatchObject([{ output: {} }, FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  expect(await isWorkspaceAdmin(db, wanda)).toBe(true);
  const hasRights = () => hasWorkspaceRights(db, { uid: xaver });
  expect([await isWorkspaceAdmin(db, xaver), await hasRights()]).toEqual([true, false]);
  await runJob(db, suspend(wanda, xaver, false));
  expect(await hasRights()).toBe(true);
  await runJob(db, suspend(wanda, ann));
  expect(await runJobs(db, job('set_workspace_admin', wanda, { uid: ann, admin: true }))).toMatchObject([
    FORBIDDEN,
  ]);
});

test('A7 workspace admins grant and revoke the role, except their own', async () => {
  const { db, ann, wanda, xaver } = await createSetup();
  const set = (by: string, uid: string, admin: boolean) => job('set_workspace_admin', by, { uid, admin });
  expect(await runJobs(db, set(ann, ann, true), set(wanda, wanda, false))).toMatchObject([
    FORBIDDEN,
    FORBIDDEN,
  ]);
  await runJob(db, set(wanda, ann, true));
  await runJob(db, set(ann, xaver, false));
  expect([await isWorkspaceAdmin(db, ann), await isWorkspaceAdmin(db, xaver)]).toEqual([true, false]);
});

test('A19 the people are listed by name or by the time of joining, with role and state', async () => {
  const { db, ann, wanda, suspend } = await createSetup();
  await runJob(db, job('index_people', '', { uids: [ann, wanda] }));
  await runJob(db, suspend(wanda, ann));
  const list = async (sort: 'joined' | 'name', descending: boolean, text?: string) =>
    (await listWorkspacePeople(db, { sort, descending, text })).people;
  expect((await list('name', false)).map(({ person }) => person.name)).toEqual(['Ann', 'Wanda']);
  expect((await list('name', true)).map(({ person }) => person.name)).toEqual(['Wanda', 'Ann']);
  const oldest = await list('joined', false);
  expect(oldest.map(({ person }) => person.uid)).toEqual(oldest.map(({ person }) => person.uid).toSorted());
  expect((await list('joined', true)).toReversed()).toEqual(oldest);
  expect(await list('joined', false, 'an')).toMatchObject([{ admin: false, suspendedAt: NOW }]);
  expect(await list('joined', false, 'wan')).toMatchObject([{ admin: true }]);
});

test('A18 a suspended person has no session and cannot sign in, until it ends', async () => {
  const { app, db, cookie, uid, signUp } = await createTestApp();
  const wanda = await signUp('Wanda');
  await runJob(db, job('set_workspace_admin', '', { uid: wanda.uid, admin: true }));
  const post = (url: string, cookie: string, body: object) =>
    app.inject({ method: 'POST', url, headers: { cookie, origin: 'http://localhost:3000' }, body });
  const suspend = (suspended: boolean) => post('/api/set_suspension', wanda.cookie, { uid, suspended });
  const credentials = { email: 'ann@snug.example', password: 'a long enough password' };
  expect((await post('/api/get_workspace', cookie, {})).statusCode).toBe(200);
  expect((await suspend(true)).statusCode).toBe(200);
  expect((await post('/api/get_workspace', cookie, {})).statusCode).toBe(401);
  const rejected = await post('/api/auth/sign-in/email', '', credentials);
  expect([rejected.statusCode, rejected.json()]).toMatchObject([
    403,
    { error: { message: expect.stringContaining('Your account is suspended') } },
  ]);
  expect(rejected.cookies).toEqual([]);
  await suspend(false);
  expect((await post('/api/auth/sign-in/email', '', credentials)).statusCode).toBe(200);
});

test('BT1 BT5 a suspension closes the sockets of access tokens and bots, which work again after it', async () => {
  const { db, ann, wanda, suspend } = await createSetup();
  const bot = newId();
  await runJob(db, job('create_bot', ann, { id: bot, name: 'Robo' }));
  const ids = [newId(), newId()];
  for (const [index, uid] of [ann, bot].entries()) {
    const input = { id: ids[index], hash: newId(), name: 'A program', uid, expiresInDays: 1 };
    await runJob(db, job('create_token', ann, input));
  }
  expect(await findUsable(db, ids, NOW)).toEqual(new Set(ids));
  const { output } = await runJob<{ sessionIds: string[] }>(db, suspend(wanda, ann));
  expect(output.sessionIds.toSorted()).toEqual(ids.toSorted());
  expect((await findUsable(db, ids, NOW)).size).toBe(0);
  await runJob(db, suspend(wanda, ann, false));
  expect(await findUsable(db, ids, NOW)).toEqual(new Set(ids));
  await runJob(db, suspend(wanda, bot));
  expect(await findUsable(db, ids, NOW)).toEqual(new Set([ids[0]]));
  const grant = job('set_workspace_admin', wanda, { uid: bot, admin: true });
  expect(await runJobs(db, grant)).toMatchObject([FORBIDDEN]);
});
