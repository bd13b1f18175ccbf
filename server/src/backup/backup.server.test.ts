import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MessageFile } from '@snug/protocol';
import { runCommand, startCommand } from '@snug/testkit/backup-commands.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { RELEASE } from '../base/release.ts';
import { temporaryFolder } from '../testing/database.ts';

const WRITERS = 5;
const BACKUPS = IS_WIDE ? 3 : 1;

let server: ServerProcess;
let ann: TestPerson;
let roomId: string;
let archive: string;

beforeEach(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
  roomId = await ann.createRoom();
  archive = join(temporaryFolder(), 'snug.tar');
});
afterEach(() => server.remove());

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** People who send texts and files, each as fast as the server responds, with occasional deletions, until `stop`. */
function startWriters() {
  const state = { isStopped: false };
  const sent = new Set<string>();
  const deleted = new Set<string>();
  const hashes = new Map<string, string>();
  const write = async (index: number) => {
    const person = await TestPerson.add(server, `Writer${index}`);
    const live = await person.connect();
    for (let count = 1; !state.isStopped; count++) {
      const id = newId();
      const file = index === 0 ? await uploadTo(person, hashes) : undefined;
      const content = file ? { fileId: file.id } : { text: `${index}: ${count}` };
      const { error } = await live.request('send_message', { roomId, id, ...content });
      if (error) throw new Error(error.message);
      sent.add(id);
      if (count % 5 > 0) continue;
      deleted.add(id);
      await live.request('delete_message', { roomId, messageId: id });
    }
  };
  const done = Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
  const stop = async () => {
    state.isStopped = true;
    await done;
  };
  return { sent, deleted, hashes, stop };
}

async function uploadTo(person: TestPerson, hashes: Map<string, string>): Promise<MessageFile> {
  const bytes = new Uint8Array(randomBytes(100_000));
  const file = await person.uploadFile('noise.bin', bytes);
  hashes.set(file.id, sha256(bytes));
  return file;
}

/** Runs the restore command into another folder, and opens the database. */
async function restored(path: string) {
  const data = join(temporaryFolder(), 'data');
  expect(await runCommand('restore', data, [path])).toMatchObject({ code: 0, stderrLines: [] });
  return { data, database: new DatabaseSync(join(data, 'snug.db')) };
}

test('B2 a backup during the writes of five people contains every message with a result before its start', async () => {
  const { sent, deleted, hashes, stop } = startWriters();
  const backups: { path: string; before: string[] }[] = [];
  const backUpNow = async () => {
    const path = `${archive}.${backups.length}`;
    backups.push({ path, before: [...sent] });
    expect(await runCommand('backup', server.data, [path])).toMatchObject({ code: 0, stderrLines: [] });
  };
  for (let count = 1; count <= BACKUPS; count++) {
    await expect.poll(() => sent.size).toBeGreaterThan(100 * count);
    await backUpNow();
  }
  await stop();
  // Also a backup without later writes, which would make SQLite copy the last messages into the database file.
  if (IS_WIDE) await backUpNow();
  for (const { path, before } of backups) {
    const { data, database } = await restored(path);
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const rows = database.prepare('select id, seq, "deletedAt" from messages order by seq').all();
    const stored = new Map(rows.map(({ id, deletedAt }) => [String(id), deletedAt]));
    expect(before.filter(id => !stored.has(id))).toEqual([]);
    expect(before.filter(id => stored.get(id) !== null && !deleted.has(id))).toEqual([]);
    // The log is consistent: every seq exists, and none exceeds the room's.
    const changes = database
      .prepare('select count(distinct "changedSeq") as many, max("changedSeq") as last from messages')
      .get();
    const room = database.prepare('select seq from rooms').get();
    expect(changes).toMatchObject({ many: rows.length, last: room?.seq });
    const files = database.prepare(`select id, key from files where state != 'deleted'`).all();
    expect(files.length).toBeGreaterThan(0);
    const kept = files.map(({ id, key }) => [id, sha256(readFileSync(join(data, 'files', String(key))))]);
    expect(kept).toEqual(files.map(({ id }) => [id, hashes.get(String(id))]));
    expect(readdirSync(join(data, 'files'))).toHaveLength(files.length);
    database.close();
  }
});

test('B3 a backup prints its contents, and an error in one line', async () => {
  await ann.runCommand('send_message', { roomId, text: 'hello' });
  const made = await runCommand('backup', server.data, [archive]);
  const size = (statSync(archive).size / 1e6).toFixed(1);
  expect(made).toEqual({
    code: 0,
    stdout: `Backed up 1 room, 1 message and 0 files (${size} MB) to ${archive}.\n`,
    stderrLines: [],
  });
  const refused = async (data: string, args: string[], shell?: string) => {
    const { code, stdout, stderrLines } = await runCommand('backup', data, args, shell);
    expect([code, stdout, stderrLines.length]).toEqual([1, '', 1]);
    return stderrLines[0];
  };
  expect(await refused(server.data, [archive])).toBe(`No backup was made. ${archive} already exists.`);
  expect(await refused(server.data, [])).toBe('No backup was made. Name one file: npm run backup -- FILE');
  // A limit on file sizes simulates a full disk: writing fails in the middle.
  expect(await refused(server.data, [`${archive}.2`], 'ulimit -f 20;')).toMatch(
    /^No backup was made\. .*(EFBIG|full|disk I\/O error)/,
  );
  expect(readdirSync(dirname(archive))).toEqual(['snug.tar']);
});

test('B8 a backup into a folder names its archive, and keeps the newest ones after success', async () => {
  const folder = dirname(archive);
  for (const day of ['01', '02', '03']) writeFileSync(join(folder, `snug-202601${day}T000000Z.tar`), '');
  const { code, stdout } = await runCommand('backup', server.data, [folder, '--keep', '2']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nRemoved 2 older archives\.\n$/);
  const [oldest, newest] = readdirSync(folder).toSorted();
  expect([oldest, newest]).toEqual([
    'snug-20260103T000000Z.tar',
    expect.stringMatching(/^snug-\d{8}T\d{6}Z\.tar$/),
  ]);
  expect(statSync(join(folder, newest ?? '')).size).toBeGreaterThan(0);
  const failed = await runCommand('backup', server.data, [folder, '--keep', '1'], 'ulimit -f 20;');
  expect(failed.code).toBe(1);
  expect(readdirSync(folder).toSorted()).toEqual([oldest, newest]);
});

test('B7 a rollback without an earlier version, and one beside a running server, change nothing', async () => {
  expect(await runCommand('rollback', server.data, ['--yes'])).toMatchObject({
    code: 1,
    stderrLines: [`Nothing was changed. Snug runs on the data folder ${server.data}: stop it first.`],
  });
  await server.end('SIGTERM');
  expect(await runCommand('rollback', server.data, ['--yes'])).toMatchObject({
    code: 0,
    stdout: 'Nothing was changed. No update of this database since 0.5.0 is known.\n',
  });
  expect(await runCommand('rollback', server.data, ['now'])).toMatchObject({
    code: 1,
    stderrLines: ['Nothing was changed. Use npm run rollback -- [--import] [--yes]'],
  });
});

test('B7 the command asks before it puts a snapshot back, and only with an answer', async () => {
  await ann.runCommand('send_message', { roomId, text: 'before' });
  await server.end('SIGTERM');
  const path = join(server.data, 'snug.db');
  const database = new DatabaseSync(path);
  const snapshots = join(server.data, 'snapshots');
  mkdirSync(snapshots, { recursive: true });
  database.exec(`vacuum into '${join(snapshots, 'before-9998-topic-20260304T050607Z.db')}'`);
  database.exec(`insert into kysely_migration (name, timestamp) values ('9998-topic', 'now')`);
  database.exec('delete from messages');
  database.close();
  const asked = await runCommand('rollback', server.data, []);
  expect(asked.code).toBe(1);
  expect(asked.stdout.split('\n').slice(0, 4)).toEqual([
    'This puts back the copy of the database from before the last update:',
    `- Version: Snug ${RELEASE}`,
    '- Time: 2026-03-04T05:06:07.000Z',
    '- Newer, and missing afterwards: 0 messages, 0 files, 0 rooms and 0 accounts',
  ]);
  expect(asked.stderrLines).toEqual([
    'Nothing was changed. Nobody can answer here. Use npm run rollback -- --yes',
  ]);
  const { code, stdout } = await runCommand('rollback', server.data, ['--yes']);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Start Snug ${RELEASE} now.\n`)]);
  await server.start();
  expect((await ann.postCommand('list_rooms', {})).status).toBe(401);
  const again = await ann.signInAgain();
  const input = { roomId, limit: 10 };
  expect(await again.runCommand('get_messages', input)).toMatchObject({ messages: [{ text: 'before' }] });
});

test('B2 missing files also cause an exit code', async () => {
  const { id } = await ann.uploadFile('a.txt', 'hello');
  await ann.runCommand('send_message', { roomId, fileId: id });
  const [key = ''] = readdirSync(join(server.data, 'files'));
  await server.end('SIGTERM');
  const path = join(server.data, 'files', key);
  writeFileSync(path, 'hell');
  expect(await runCommand('backup', server.data, [archive])).toMatchObject({
    code: 2,
    stderrLines: [`It names 1 file that ${server.data} does not have: ${key}`],
  });
  expect(existsSync(archive)).toBe(true);
});

test('B3 a stopped backup leaves nothing, and a killed one leaves no archive', async () => {
  mkdirSync(join(server.data, 'files'), { recursive: true });
  await ann.runCommand('send_message', { roomId, fileId: (await ann.uploadFile('a.txt', 'hello')).id });
  // It waits for bytes that never arrive.
  const database = new DatabaseSync(join(server.data, 'snug.db'), { timeout: 5_000 });
  database.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20)
    insert into files ("id", "key", "ownerId", "name", "contentType", "size", "createdAt", "state")
    select 'x' || n, 'none' || n, u.id, 'x', 'x/x', 1, 9e15, 'unsent' from numbers, users u`);
  database.close();
  const begin = async (path: string) => {
    const started = startCommand('backup', server.data, [path]);
    await expect.poll(() => existsSync(`${path}.partial`)).toBe(true);
    return started;
  };
  const stopped = await begin(`${archive}.1`);
  stopped.child.kill('SIGTERM');
  expect(await stopped.ended).toMatchObject({
    code: 1,
    stderrLines: ['No backup was made. It was stopped.'],
  });
  expect(readdirSync(dirname(archive))).toEqual([]);
  const killed = await begin(`${archive}.2`);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(`${archive}.2`)).toBe(false);
  const again = await runCommand('backup', server.data, [`${archive}.2`]);
  expect([again.code, again.stderrLines]).toEqual([
    1,
    [expect.stringMatching(/snug\.tar\.2\.partial exists: another backup is running, or one was killed/)],
  ]);
});
