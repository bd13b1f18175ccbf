import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { COMMANDS, type CommandArguments, type CommandName, type CommandOutput } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccountSweeps } from '../../account/account-sweeps.ts';
import { createAuth } from '../../account/auth.ts';
import { createAccountsDatabase } from '../../account/auth-dialect.ts';
import { createAccountErasure } from '../../account/deletion/account-erasure.ts';
import { findActive, findSession } from '../../account/session-store.ts';
import { createReportSweep } from '../../admin/reports/reports.ts';
import { createStorageCountJob } from '../../admin/storage-use/storage-count-job.ts';
import { newId } from '../../base/ids.ts';
import { SignedCodes } from '../../base/signed-codes.ts';
import { createFollowLimitSweep } from '../../chat/conversations/follow-limit.ts';
import { createOlderConversationSweep } from '../../chat/conversations/older-conversations.ts';
import { createListingSweep } from '../../chat/room-files/listing-sweep.ts';
import { createRoomErasure } from '../../chat/rooms/erasure.ts';
import { createWriterSweep } from '../../chat/rooms/joining-writers.ts';
import { createRoomIndexSweep } from '../../chat/rooms/room-index.ts';
import { listDue } from '../../cluster/jobs/job-store.ts';
import { createFileSweep } from '../../files/file-sweep.ts';
import { createMissedMailJob } from '../../notifications/missed-mail/missed-mail-job.ts';
import { createInviteSweep } from '../../people/invites/invites.ts';
import { changeDefaultLevel, createDefaultLevelJob } from '../../people/members/default-level.ts';
import { listEverything } from '../../people/members/room-level.ts';
import { createPersonIndexSweep } from '../../people/profiles/person-index.ts';
import { listEnded } from '../../people/status/status-store.ts';
import { showPause } from '../../people/status/statuses.ts';
import '../../notifications/notifier/notifier.ts';
import { createTokenSweep } from '../../programs/tokens/tokens.ts';
import { MessageSource } from '../../search/sqlite/message-source.ts';
import { createTestApp } from '../../testing/app.ts';
import { createInput } from '../../testing/command-cases/command-cases.ts';
import type { InputSource } from '../../testing/command-cases/input-source.ts';
import { createStoredInputs } from '../../testing/command-cases/stored-inputs.ts';
import { NOW, runJob } from '../../testing/database.ts';
import { addHomelessGuest } from '../../testing/guests.ts';
import { dialect } from '../open.ts';
import { listPreparedStatements } from '../prepared.ts';
import { toPositions } from './sqlite.ts';

const SERVER = join(import.meta.dirname, '..', '..');

/** By a part of the statement, the reason for a full scan or a sort. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'select count(*) as "count" from (': 'counts at most the rows that the query inside it is limited to',
  '(select count(*) from (': 'counts at most the rows that the query inside it is limited to',
  ') as "newest"': 'counts at most the rows that the query inside it is limited to',
  'from "holds" h join': 'lists at most the 1,000 rooms that the person who runs the server holds',
  'coalesce("trimmedBefore", 0) as "trimmedBefore" from "rooms"':
    'reads at most 20,000 rooms, before a workspace admin sets a rule',
  'from pragma_page_count': 'reads two numbers of the head of the file',
  ') as "counted"': 'adds up at most the rows that the query inside it is limited to',
  'insert into "users"': 'SQLite reads the other tables only where a foreign key is deferred, and none is',
  ') as "own" where "at" is not null': 'reads and sorts at most the 1,000 rooms of a person',
  'order by n."createdAt" desc, r."id" limit': 'reads and sorts at most the 1,000 rooms of a person',
  'order by "roomId" desc limit': 'reads and sorts at most the 1,000 rooms of a person',
  'from "saved" s': 'reads and sorts at most the 5,000 messages that a person saves',
  'from "messages" as "m" inner join "rooms"': 'the index of the tests reads all messages',
  ') as "last" where': 'reads the newest replies of a conversation, to which the query inside it is limited',
  ') as "after" where': 'reads at most 2,000 conversations of a person, and of each at most 100 replies',
  ') as "primary" order by': 'reads the one row of the query inside it',
  'delete from "users"': 'reads what may name a person for nobody but those whose sign-up was cut off',
  'with own as materialized': 'looks through the at most 200 rooms of a guest, for each person of the input',
  'as asked': 'looks one room, person or conversation of the input up after the other',
  'as "shown" join': 'reads the rows of one page, to which the query inside it is limited',
  'select "id" from "push_devices" limit 1': 'reads one row',
  'from "retention" indexed by "retention_timed"': 'reads one row of an index',
  'delete from "pushed" where true': 'once for a new history of the data, which has no such rows',
  'delete from "push_people" where true': 'once for a new history of the data, which has no such rows',
  'insert into "notify_rooms" ("roomId", "seq") select "id", "seq" from "rooms" where true':
    'once for a new history of the data, a row a room',
  'update "notify_rooms" set "seq" = (select r."seq" from "rooms" r where r."id" = "notify_rooms"."roomId"),':
    'once for a new history of the data, a row a room',
  ') as c join "messages" n on': 'looks at the rows of the four queries inside it, each limited to 1,000',
  ') as a\n   join "rooms" r on': 'looks up the rooms of the query inside it, which is limited',
  'and "deletedAt" is null and "seq" < ? order by "seq"': 'sorts at most the 100 pins of a room',
  'update "presence" set "state"': 'once when the server starts or stops, a row a person',
};

/** Files whose statements run only at the start, in separate programs, or on the other engine. */
const NOT_WHILE_SERVING =
  /backup\/|moving\/|files-cli\/|release-history|migrations\/|seed\/|testing\/|epoch\.ts|migrate\.ts|snapshot|visit-store/;

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

/** Those of emoji that need an upload or an emoji. */
const EMOJI_CHANGES = Object.keys(COMMANDS).filter(
  name => name.includes('emoji') && !name.startsWith('list_'),
);

/** Runs every command, and the work of routes and timers. */
async function runEverything(setup: TestApp): Promise<void> {
  const { app, cookie, db, uid, upload, writer } = setup;
  const other = await setup.signUp('Ben');
  const runAs = async <Name extends CommandName>(
    cookie: string,
    name: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> => {
    const headers = { cookie };
    const answer = await app.inject({ method: 'POST', url: `/api/${name}`, headers, body: input });
    expect([name, answer.statusCode, answer.body]).toEqual([name, 200, expect.anything()]);
    return answer.json<CommandOutput<Name>>();
  };
  const runCommand = <Name extends CommandName>(name: Name, input: CommandArguments<Name>) =>
    runAs(cookie, name, input);
  const { room } = await runCommand('create_room', { name: 'Room', description: 'A room' });
  const roomId = room.id;
  const source: InputSource = {
    roomId,
    authorUid: uid,
    otherUid: (await setup.signUp('Cem')).uid,
    guestUid: await addHomelessGuest(db),
    run: (owner, name, input) => runAs(owner === 'other' ? other.cookie : cookie, name, input),
    upload: async () => (await upload(PNG, 'a.png', uid)).id,
    ...createStoredInputs(uid, work => work(db)),
  };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  const id = newId();
  await runCommand('send_message', { roomId, id, text: 'hello' });
  await runCommand('get_messages', { roomId, before: 9 });
  await runCommand('get_messages', { roomId, after: 0 });
  await runCommand('get_messages', { roomId, around: id });
  await runCommand('send_message', { roomId, id: newId(), text: 'hello', replyTo: id });
  await runCommand('get_messages', { roomId, conversation: id });
  await runCommand('get_messages', { roomId, conversation: id, after: 0 });
  await runCommand('get_mentions', {});
  await runCommand('set_reads', { marks: true, reads: { [roomId]: { seq: 1, version: 0 } } });
  for (const input of [{ text: 'hello' }, { text: 'hello', mentions: true }, { saved: true }] as const)
    await runCommand('search_messages', input);
  await runCommand('list_pins', { roomId });
  await runCommand('list_saved', {});
  for (const kind of ['picture', 'link'] as const) await runCommand('list_files', { roomId, kind });
  await runCommand('find_people', { text: 'b', roomId });
  await runCommand('list_invites', { roomId });
  await runCommand('list_audit', {});
  await runCommand('set_logo', { fileId: await source.upload(), version: 0 });
  for (const [name, input] of await listEmojiCommands(source.upload))
    await runAs(cookie, name, input as never);
  await deleteAnAccount(setup);
  await runTimers(setup);
  // There is no mail server. The sign-out comes at the end.
  const others = ['sign_out_everywhere', 'send_test_mail', 'set_logo', ...EMOJI_CHANGES];
  for (const name of Object.keys(COMMANDS) as CommandName[])
    if (!others.includes(name)) await runAs(cookie, name, await createInput(name, source));
  await runCommand('set_admin', { roomId, uid: source.otherUid, admin: false });
  for (const path of [
    `/chat/${roomId}`,
    `/files/${id}/x`,
    '/readyz',
    `/api/rooms/${roomId}/export`,
    '/api/workspace/export',
  ])
    await app.inject({ method: 'GET', url: path, headers: { cookie } });
  await runAccountRoutes(setup);
  // The clock of the test's sessions.
  setup.clock.now = Date.now();
  await writer.write('touch_session', { uid }, { sessionId: (await readSessionId(setup)) ?? '' });
  await runCommand('sign_out_everywhere', {});
}

/** In the order in which they succeed. */
async function listEmojiCommands(
  upload: () => Promise<string>,
): Promise<(readonly [CommandName, Record<string, unknown>])[]> {
  const [fileId, key] = [await upload(), 'party-parrot'];
  return [
    ['preview_emoji', { fileId }],
    ['add_emoji', { name: key, fileId }],
    ['add_emoji_name', { key, name: 'dancing-parrot' }],
    ['list_workspace_emoji', { mine: true }],
    ['remove_emoji_name', { name: 'dancing-parrot' }],
    ['delete_emoji', { key }],
    ['restore_emoji', { key }],
    ['erase_emoji', { key }],
  ];
}

async function runAccountRoutes({ app, signUp }: TestApp): Promise<void> {
  const password = 'a long enough password';
  const { cookie } = await signUp('Cleo');
  for (const [url, body] of [
    ['/api/account/email', { password, email: 'new@snug.example' }],
    ['/api/account/password', { password, newPassword: password }],
  ] as const)
    expect((await app.inject({ method: 'POST', url, headers: { cookie }, body })).statusCode).toBe(200);
}

async function deleteAnAccount({ app, signUp }: TestApp): Promise<void> {
  const { cookie } = await signUp('Dora');
  const run = async (url: string, body: object) =>
    app.inject({ method: 'POST', url, headers: { cookie }, body });
  const { room } = (await run('/api/create_room', { name: 'Room', description: 'Hers' })).json<{
    room: { id: string };
  }>();
  await run('/api/send_message', { roomId: room.id, text: 'hello' });
  const body = { password: 'a long enough password', messages: 'erase' };
  expect((await run('/api/account/delete', body)).statusCode).toBe(200);
}

async function runTimers(setup: TestApp): Promise<void> {
  const { db, uid, read, clock, upload } = setup;
  await upload(PNG, 'old.png', uid);
  clock.now += 2 * 60 * 60_000;
  await changeDefaultLevel(db, { uid, now: NOW, incarnation: '' }, 'everything');
  for (const { step } of [
    ...createAccountSweeps(setup.writer),
    createWriterSweep(setup.read, setup.writer),
    createPersonIndexSweep(setup.read, setup.writer),
    createRoomIndexSweep(setup.read, setup.writer),
    createRoomErasure(setup.read, setup.writer),
    createAccountErasure({ ...setup, storage: setup.files.storage }),
    createAccountErasure({ ...setup, storage: setup.files.storage }),
    createListingSweep(setup.read, setup.writer),
    createOlderConversationSweep(setup.read, setup.writer, setup.now),
    createFollowLimitSweep(setup.read, setup.writer),
    createDefaultLevelJob(setup.read, setup.writer),
    createInviteSweep(setup.writer),
    createReportSweep(setup.writer),
    createStorageCountJob(setup.read, setup.writer),
    createTokenSweep(setup.writer),
    createFileSweep({ ...setup, removal: setup.files.removal }),
  ])
    await step(undefined);
  await runMissedMails(setup);
  setup.jobs.start();
  await setup.jobs.stop();
  const [job] = await listDue(db, Date.now());
  const owned = { jobId: job?.id ?? '', owner: 'test', cursor: '', afterMs: 0 };
  for (const mutation of ['claim_job', 'continue_job', 'end_job'])
    await runJob(db, { mutation, caller: { uid }, input: owned });
  await new MessageSource(db).readReplaced('a', { seq: 1, incarnation: 'a' }, 0);
  await findActive(read, ['a', 'b'], NOW);
  await findSession(read, 'a');
  await listEverything(read, 'a', '', 1);
  await listEnded(read, NOW, 1);
  await showPause(db, { uid, now: NOW }, NOW + 1);
  const changes = [{ uid, state: 'online' }];
  for (const mutation of ['set_presences', 'set_all_offline'])
    await runJob(db, { mutation, caller: { uid }, input: { changes } });
}

async function runMissedMails({ db, uid, read, writer, now }: TestApp): Promise<void> {
  const planned = [{ uid, dueAt: 1 }];
  await runJob(db, { mutation: 'plan_missed_mails', caller: { uid }, input: { planned } });
  const { step } = createMissedMailJob({
    read,
    writer,
    now,
    mailer: { deliver: async () => 'later' },
    codes: new SignedCodes('x', 'mail'),
    origin: 'https://chat.example',
    epoch: 'one',
    readName: async () => 'Snug',
  });
  for (let cursor = await step(undefined); cursor !== undefined; ) cursor = await step(cursor);
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
    config: { origins: ['http://localhost:3000'], providers: [] },
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

test('a count of unread messages reads an index, and no message', async () => {
  const { path } = await createTestApp();
  const counts = listPreparedStatements().filter(text => text.includes('with "further" as'));
  expect(counts.length).toBeGreaterThan(0);
  for (const text of counts)
    expect(readPlan(path, toPositions(text).sql)).toEqual(
      expect.arrayContaining([
        'SEARCH n USING COVERING INDEX messages_live (roomId=? AND seq>?)',
        'SEARCH n USING COVERING INDEX messages_to_everyone (roomId=? AND seq>?)',
      ]),
    );
});

const countOf = (names: readonly string[], wanted: string) => names.filter(name => name === wanted).length;

test('a statement looks up several values by all columns of a single one', async () => {
  const { path } = await createTestApp();
  // Only lists of values have placeholders without numbers.
  const lists = listPreparedStatements().filter(text => text.includes('in (?)'));
  expect(lists.length).toBeGreaterThan(30);
  const listColumns = (text: string, length: number) => {
    const values = Array.from({ length }, () => '?').join(', ');
    const plan = readPlan(path, toPositions(text.replaceAll('in (?)', `in (${values})`)).sql);
    return plan.flatMap(step => step.match(/\w+[=<>]+\?/g) ?? []);
  };
  /** One column can be in several steps. */
  const hasAll = (columns: string[], wanted: string[]) =>
    wanted.every(name => countOf(columns, name) >= countOf(wanted, name));
  const bad = lists.filter(text =>
    [2, 16, 512].some(length => !hasAll(listColumns(text, length), listColumns(text, 1))),
  );
  expect(bad).toEqual([]);
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
