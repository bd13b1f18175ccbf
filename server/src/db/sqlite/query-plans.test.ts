import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type CommandName, type CommandOutput, FOREVER } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccountSweeps } from '../../accounts/account-sweeps.ts';
import { createAuth } from '../../accounts/auth.ts';
import { createAccountsDatabase } from '../../accounts/auth-dialect.ts';
import { findActive, findSession } from '../../accounts/session-store.ts';
import { createFileSweep } from '../../files/file-sweep.ts';
import { newId } from '../../ids.ts';
import { createInviteSweep } from '../../invites/invite-sweep.ts';
import { listDue } from '../../jobs/job-store.ts';
import { createPersonIndexSweep } from '../../profiles/person-index.ts';
import { createListingSweep } from '../../room-files/listing-sweep.ts';
import { createRoomErasure } from '../../rooms/erasure.ts';
import { createWriterSweep } from '../../rooms/joining-writers.ts';
import { createTestApp } from '../../testing/app.ts';
import { addAccount, addPerson, createRoomJob, NOW, runJob } from '../../testing/database.ts';
import { dialect } from '../open.ts';
import { listPreparedStatements } from '../prepared.ts';
import type { Db } from '../schema.ts';
import { toPositions } from './sqlite.ts';

const SERVER = join(import.meta.dirname, '..', '..');

/** By a part of the statement, the reason for a full scan or a sort. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'select count(*) as "count" from (': 'counts at most the rows that the query inside it is limited to',
  '(select count(*) from (': 'counts at most the rows that the query inside it is limited to',
  'insert into "users"': 'SQLite reads the other tables only where a foreign key is deferred, and none is',
  'order by "roomId" desc limit': 'reads and sorts at most the 1,000 rooms of a person',
  ') as "primary" order by': 'reads the one row of the query inside it',
  'delete from "users"': 'reads what may name a person for nobody but those whose sign-up was cut off',
  'as "shown" join': 'reads the rows of one page, to which the query inside it is limited',
  'update "presence" set "state"': 'once when the server starts or stops, a row a person',
};

/** Files whose statements run only at the start, in separate programs, or on the other engine. */
const NOT_WHILE_SERVING = /backup\/|migrations\/|seed\/|testing\/|epoch\.ts|migrate\.ts|snapshot|visit-store/;

/** Statements of Kysely. For a subquery, the row of the subquery comes first. */
const BUILT = /\b(?:db|live)\s*\.(?:selectFrom|updateTable|deleteFrom|insertInto)\(/g;

interface RecordedStatement {
  text: string;
  stack: string;
}

function watchStatements(): RecordedStatement[] {
  const seen: RecordedStatement[] = [];
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const prepare = Reflect.get(DatabaseSync.prototype, 'prepare') as CallableFunction;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
    ...rest
  ) {
    seen.push({ text, stack: new Error('here').stack ?? '' });
    return Reflect.apply(prepare, this, [text, ...rest]) as StatementSync;
  });
  onTestFinished(() => {
    spy.mockRestore();
    Error.stackTraceLimit = before;
  });
  return seen;
}

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Runs every command, and the work of routes and timers. */
async function runEverything(setup: TestApp): Promise<void> {
  const { app, cookie, db, uid, upload, writer } = setup;
  const runCommand = async <Output>(name: CommandName, input: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${name}`,
      headers: { cookie },
      body: input,
    });
    expect([name, answer.statusCode, answer.body]).toEqual([name, 200, expect.anything()]);
    return answer.json<Output>();
  };
  const uploadOne = async () => (await upload(PNG, 'a.png', uid)).id;
  const { room } = await runCommand<{ room: { id: string } }>('create_room', {
    name: 'Room',
    description: 'A room',
  });
  const roomId = room.id;
  const [messageId, id] = [newId(), newId()];
  const otherUid = await addPerson(db, 'Ben');
  const ownId = await createRoom(db, uid);
  const otherId = await createRoom(db, otherUid);
  const createInvite = async () =>
    (await runCommand<CommandOutput<'create_invite'>>('create_invite', { roomIds: [roomId] })).invite;
  const inputs: Record<CommandName, () => object | Promise<object>> = {
    create_room: () => ({ id: newId(), name: 'Room', description: 'A room' }),
    edit_room: () => ({ roomId, name: 'Hall' }),
    set_admin: () => ({ roomId, uid: otherUid, admin: true }),
    join_room: () => ({ roomId: otherId }),
    leave_room: () => ({ roomId: otherId }),
    archive_room: () => ({ roomId: ownId, archived: true }),
    delete_room: () => ({ roomId: ownId, name: 'Own' }),
    set_member: () => ({ roomId, uid: otherUid, silencedUntil: FOREVER }),
    list_members: () => ({ roomId }),
    list_joined: () => ({}),
    set_room_options: () => ({ roomId, favourite: true }),
    open_direct: () => ({ uids: [otherUid] }),
    find_people: () => ({ text: 'b', roomId }),
    set_block: () => ({ uid: otherUid, blocked: true }),
    list_blocks: () => ({}),
    create_invite: () => ({ roomIds: [roomId] }),
    list_invites: () => ({ roomId }),
    revoke_invite: async () => ({ id: (await createInvite()).id }),
    get_invite: async () => ({ code: (await createInvite()).code }),
    redeem_invite: async () => ({ code: (await createInvite()).code }),
    list_rooms: () => ({}),
    find_rooms: () => ({ text: 'h' }),
    watch_rooms: () => ({ add: { [roomId]: 0 }, remove: [] }),
    watch_list: () => ({ on: true }),
    open_room: () => ({ roomId }),
    close_room: () => ({ roomId }),
    catch_up: () => ({ roomId, since: 0 }),
    send_message: async () => ({ roomId, id: messageId, fileId: await uploadOne() }),
    set_reaction: () => ({ roomId, messageId, emoji: '👍', on: true }),
    get_mine: () => ({ roomId, messageIds: [messageId] }),
    get_reactions: () => ({ roomId, messageId, emoji: '👍' }),
    set_pin: () => ({ roomId, messageId, on: true }),
    list_pins: () => ({ roomId }),
    set_saved: () => ({ roomId, messageId, on: true, remindAt: 1 }),
    list_saved: () => ({}),
    get_saved: () => ({ roomId, messageIds: [messageId] }),
    list_reminders: () => ({}),
    list_files: () => ({ roomId, kind: 'picture' }),
    get_messages: () => ({ roomId, around: messageId }),
    get_mentions: () => ({}),
    set_read: () => ({ roomId, seq: 1, version: 1, back: true }),
    set_reads: () => ({ marks: true, reads: { [roomId]: { seq: 1, version: 0 } } }),
    get_unread: () => ({ roomIds: [roomId] }),
    delete_message: () => ({ roomId, messageId }),
    remove_message: () => ({ roomId, messageId }),
    edit_message: () => ({ roomId, id, text: 'hallo', revision: 0, editId: newId() }),
    discard_file: async () => ({ fileId: await uploadOne() }),
    set_nickname: () => ({ name: 'Anna' }),
    set_avatar: async () => ({ fileId: await uploadOne() }),
    get_profile: () => ({ uid }),
    watch_people: () => ({ uids: [uid] }),
    watch_viewers: () => ({ roomId }),
    unwatch_viewers: () => ({ roomId }),
    list_accounts: () => ({}),
    unlink_account: () => ({ provider: 'github' }),
    list_sessions: () => ({}),
    get_workspace: () => ({}),
    redeem_setup: () => ({ code: 'x' }),
    list_audit: () => ({}),
    sign_out_everywhere: () => ({}),
  };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  await addAccount(db, uid, 'github');
  await runCommand('send_message', { roomId, id, text: 'hello' });
  await runCommand('get_messages', { roomId, before: 9 });
  await runCommand('list_files', { roomId, kind: 'link' });
  await runCommand('get_messages', { roomId, after: 0 });
  await runCommand('send_message', { roomId, id: newId(), text: 'hello', replyTo: id });
  await runCommand('get_messages', { roomId, conversation: id });
  await runCommand('get_messages', { roomId, conversation: id, after: 0 });
  await runTimers(setup);
  for (const name of Object.keys(inputs) as CommandName[])
    if (name !== 'set_admin' && name !== 'sign_out_everywhere') await runCommand(name, await inputs[name]());
  for (const admin of [true, false]) await runCommand('set_admin', { roomId, uid: otherUid, admin });
  for (const path of [`/chat/${roomId}`, `/files/${id}/x`, '/readyz'])
    await app.inject({ method: 'GET', url: path, headers: { cookie } });
  // The clock of the test's sessions.
  setup.clock.now = Date.now();
  await writer.write('touch_session', { uid }, { sessionId: (await readSessionId(setup)) ?? '' });
  await runCommand('sign_out_everywhere', {});
}

async function createRoom(db: Db, uid: string): Promise<string> {
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { name: 'Own' }));
  return output.room.id;
}

async function runTimers(setup: TestApp): Promise<void> {
  const { db, uid, read, clock, upload } = setup;
  await upload(PNG, 'old.png', uid);
  clock.now += 2 * 60 * 60_000;
  for (const { step } of [
    ...createAccountSweeps(setup.writer),
    createWriterSweep(setup.read, setup.writer),
    createPersonIndexSweep(setup.read, setup.writer),
    createRoomErasure(setup.read, setup.writer),
    createListingSweep(setup.read, setup.writer),
    createInviteSweep(setup.writer),
    createFileSweep({ ...setup, removal: setup.files.removal }),
  ])
    await step(undefined);
  setup.jobs.start();
  await setup.jobs.stop();
  const [job] = await listDue(db, Date.now());
  const owned = { jobId: job?.id ?? '', owner: 'test', cursor: '', afterMs: 0 };
  for (const mutation of ['claim_job', 'continue_job', 'end_job'])
    await runJob(db, { mutation, caller: { uid }, input: owned });
  await findActive(read, ['a', 'b'], NOW);
  await findSession(read, 'a');
  const changes = [{ uid, state: 'online' }];
  for (const mutation of ['set_presences', 'set_all_offline'])
    await runJob(db, { mutation, caller: { uid }, input: { changes } });
}

async function readSessionId({ db, uid }: TestApp): Promise<string | undefined> {
  return (await db.selectFrom('sessions').select('id').where('userId', '=', uid).executeTakeFirst())?.id;
}

/** The accounts library's own statements: passwords, sessions, and the state of provider sign-ins. */
async function runAccounts({ app, cookie, read, writer, onFailure }: TestApp): Promise<void> {
  const headers = { origin: 'http://localhost:3000' };
  const body = { email: 'ann@snug.example', password: 'a long enough password' };
  await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, body });
  await app.inject({ method: 'GET', url: '/api/auth/get-session', headers: { cookie } });
  await app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { ...headers, cookie }, body: {} });
  const nothing = async () => {};
  const auth = createAuth({
    settings: { origins: ['http://localhost:3000'], signUp: 'open', providers: [] },
    secret: 'x'.repeat(32),
    database: createAccountsDatabase(read, writer, dialect),
    sessionEvents: { onStarted: nothing, onEnding: nothing, onEnded: nothing },
    now: () => Date.now(),
    onFailure,
  });
  const { internalAdapter } = await auth.$context;
  const expiresAt = new Date(Date.now() + 60_000);
  await internalAdapter.createVerificationValue({ identifier: 'a', value: 'b', expiresAt });
  await internalAdapter.findVerificationValue('a');
  await internalAdapter.deleteVerificationByIdentifier('a');
  await internalAdapter.findUserByEmail('a@snug.example', { includeAccounts: true });
}

test('no statement scans a whole table or sorts rows, except for the listed ones', async () => {
  const seen = watchStatements();
  const setup = await createTestApp();
  await runAccounts(setup);
  const again = await createTestApp();
  await runEverything(again);

  const served = seen.filter(isServed).map(({ text }) => text);
  const texts = new Set([...served, ...listPreparedStatements().map(text => toPositions(text).sql)]);
  const plans = [...texts].flatMap(text => readPlan(setup.path, text).map(step => ({ text, step })));
  const bad = plans.filter(({ step }) => /^SCAN (?!CONSTANT)|USE TEMP B-TREE/.test(step));
  const unnamed = bad.filter(({ text }) => !Object.keys(EXCEPTIONS).some(part => text.includes(part)));
  expect(unnamed).toEqual([]);
  expect(texts.size).toBeGreaterThan(50);
  expect(findFilesWithUnrunStatements(seen)).toEqual([]);
});

/** Excludes schema changes and transaction control. */
function isServed({ text, stack }: RecordedStatement): boolean {
  return /^\W*(select|insert|update|delete|with)\b/i.test(text) && !/migrat|sqlite_master/.test(stack + text);
}

function readPlan(path: string, text: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail));
  } finally {
    database.close();
  }
}

/** Otherwise statements that this test never runs would go unchecked. */
function findFilesWithUnrunStatements(seen: readonly RecordedStatement[]): unknown[] {
  return globSync('**/*.ts', { cwd: SERVER })
    .filter(path => !path.endsWith('.test.ts') && !NOT_WHILE_SERVING.test(path))
    .flatMap(path => {
      const built = readFileSync(join(SERVER, path), 'utf8').match(BUILT)?.length ?? 0;
      const run = new Set(seen.filter(({ stack }) => stack.includes(basename(path))).map(({ text }) => text));
      return run.size < built ? [{ path, built, run: [...run] }] : [];
    });
}
