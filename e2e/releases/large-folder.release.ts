import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { writeRelease } from '@snug/scripts/release/write-release.ts';
import { print, run } from '@snug/scripts/run.mjs';
import { runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { getPreviousMain } from './previous-release.ts';

// A data folder of the previous release with 100,000 messages moves to a release, by an update and by a backup, and back.

const COUNTS = { users: 50, rooms: 20, messages: 100_000 };
const BYTES = new TextEncoder().encode('These bytes come back.');

let folder: string;
let release: string;
const servers: ServerProcess[] = [];

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snug-large-'));
  release = join(folder, 'release');
  writeRelease(release);
});

test.afterAll(async () => {
  await Promise.all(servers.map(server => server.remove()));
  rmSync(folder, { recursive: true });
});

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  print(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return result;
}

/** Of the previous release, from its checkout. */
async function runPrevious(script: string, data: string, args: readonly string[]): Promise<string> {
  const root = join(getPreviousMain(), '..', '..', '..');
  const { code, output } = await run('node', ['scripts/with-node.mjs', `server/src/${script}`, ...args], {
    cwd: root,
    env: { SNUG_DATA: data },
    quiet: true,
  });
  expect(code, output).toBe(0);
  return output;
}

function startPrevious(data: string): Promise<ServerProcess> {
  return start({ data, main: getPreviousMain() });
}

function startRelease(data: string): Promise<ServerProcess> {
  return start({ data, main: join(release, 'snug'), prefix: ['sh', '-c', 'exec "$@" start', 'sh'] });
}

async function start(options: Parameters<typeof ServerProcess.start>[0]): Promise<ServerProcess> {
  const server = await ServerProcess.start(options);
  servers.push(server);
  return server;
}

/** A command of the release. */
async function runSnug(command: string, data: string): Promise<string> {
  const prefix = ['sh', '-c', `exec "$@" ${command}`, 'sh'];
  const { code, stdout, stderr } = await runToEnd(
    { SNUG_DATA: data },
    { main: join(release, 'snug'), prefix },
  );
  expect(code, stderr).toBe(0);
  return stdout;
}

/** Of all that an update must keep, in the columns that both releases have. */
function readContent(data: string): Record<string, string> {
  const db = new DatabaseSync(join(data, 'snug.db'), { readOnly: true });
  const queries = {
    messages: 'select id, "roomId", seq, "authorId", text from messages order by id',
    people: 'select id, name, email from users order by id',
    passwords: 'select "userId", password from accounts order by "userId"',
    rooms: 'select id, name, description from rooms order by id',
    files: 'select id, name, size, "contentType" from files order by id',
  };
  const content = Object.entries(queries).map(([name, query]) => {
    const hash = createHash('sha256');
    let rows = 0;
    for (const row of db.prepare(query).iterate()) {
      hash.update(JSON.stringify(row));
      rows++;
    }
    return [name, `${rows} ${hash.digest('hex')}`];
  });
  db.close();
  return Object.fromEntries(content) as Record<string, string>;
}

test('a folder with 100,000 messages moves to a release and back, by an update and by a backup', async () => {
  test.setTimeout(1_800_000);
  const [data, moved, back] = ['data', 'moved', 'back'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [before, after] = [join(folder, 'before.tar'), join(folder, 'after.tar')];
  await step('filled by the previous release', () =>
    runPrevious(
      'app/seed/main.ts',
      data,
      Object.entries(COUNTS).flatMap(([name, count]) => [`--${name}`, String(count)]),
    ),
  );
  const old = await startPrevious(data);
  const ann = await TestPerson.signUp(old.url, 'Ann');
  const roomId = await ann.createRoom();
  const file = await ann.uploadFile('report.txt', BYTES);
  await ann.runCommand('send_message', { roomId, text: 'Before the update', fileId: file.id });
  await step('backup by the previous release', () => runPrevious('backup/backup-main.ts', data, [before]));
  await old.end('SIGTERM');
  const content = readContent(data);
  expect(content.messages).toMatch(/^100001 /);

  const assertComplete = async (server: ServerProcess, texts: readonly string[]): Promise<TestPerson> => {
    const person = await TestPerson.signIn(server.url, ann.email);
    const page = await person.runCommand<{ messages: { text?: string }[] }>('get_messages', { roomId });
    expect(page.messages.map(({ text }) => text)).toEqual(texts);
    const response = await person.get(`/files/${file.id}/report.txt`);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(BYTES);
    return person;
  };

  const updated = await step('update', () => startRelease(data));
  const annAfter = await assertComplete(updated, ['Before the update']);
  await annAfter.runCommand('send_message', { roomId, text: 'After the update' });
  await step('backup by the release', () => runSnug(`backup ${after}`, data));
  await updated.end('SIGTERM');

  await step('restore of the new backup', () => runSnug(`restore ${after}`, moved));
  await step('restore of the previous backup by the release', () => runSnug(`restore ${before}`, back));
  for (const [place, texts] of [
    [moved, ['Before the update', 'After the update']],
    [back, ['Before the update']],
  ] as const) {
    const server = await step('start', () => startRelease(place));
    await assertComplete(server, texts);
    await server.end('SIGTERM');
    const { messages: _, ...others } = readContent(place);
    expect(others).toEqual({ ...content, messages: undefined });
  }

  expect(await step('rollback', () => runSnug('rollback --yes', data))).toContain('Start Snug 0.4.0 now');
  expect(readContent(data)).toEqual(content);
  await step('start of the previous release', () => old.start());
  await assertComplete(old, ['Before the update']);
  expect((await ann.postCommand('list_rooms', {})).status, 'a session of before').toBe(401);
  await old.end('SIGTERM');

  rmSync(back, { recursive: true });
  await step('restore by the previous release', () => runPrevious('backup/restore-main.ts', back, [before]));
  const restored = await startPrevious(back);
  await assertComplete(restored, ['Before the update']);
  await restored.end('SIGTERM');
  expect(readContent(back)).toEqual(content);
});
