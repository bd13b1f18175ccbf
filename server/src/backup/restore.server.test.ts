import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { CommandOutput } from '@snug/protocol';
import { runCommand, startCommand } from '@snug/testkit/backup-commands.ts';
import { Random } from '@snug/testkit/random.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from '../db/sqlite/data-folder.ts';
import { readContents } from '../testing/data-folder.ts';
import { temporaryFolder } from '../testing/database.ts';

// Random moments; SNUG_SEED=<seed> repeats those of a failed run.
const SEED = Number(process.env.SNUG_SEED ?? Date.now() % 1_000_000_000);
const KILLS = IS_WIDE ? 16 : 2;
/** Estimates for an idle machine. */
const MAX_UNPACK_MS = 100;
const MAX_ACTIVATION_MS = 10;
const TIMEOUT_MS = 60_000;
const FILES = 40;

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

async function storedTexts(): Promise<unknown[]> {
  const page = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  return page.messages.map(({ text }) => text);
}

/** Opens a data folder like a start, without a server. */
async function startAndStop(data: string): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await db.destroy();
  unlock();
}

/** Resolves when the folder contains such a name. */
async function waitForEntry(folder: string, name: RegExp): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (!readdirSync(folder).some(each => name.test(each))) {
    if (performance.now() > until) throw new Error(`no ${name} in ${folder}`);
    await setImmediate();
  }
}

test('B4 a restore prints its results, and does not touch the folder of a running Snug', async () => {
  await ann.runCommand('send_message', { roomId, text: 'before' });
  await runCommand('backup', server.data, [archive]);
  await ann.runCommand('send_message', { roomId, text: 'after' });
  expect(await runCommand('restore', server.data, [archive])).toEqual({
    code: 1,
    stdout: '',
    stderrLines: [`Nothing was restored. Snug runs on the data folder ${server.data}: stop it first.`],
  });
  expect(await storedTexts()).toEqual(['before', 'after']);
  await server.kill();
  const { code, stdout, stderrLines } = await runCommand('restore', server.data, [archive]);
  expect([code, stderrLines]).toEqual([0, []]);
  const [aside] = readdirSync(server.data).filter(name => name.startsWith('before-restore-'));
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^Restored 1 room, 1 message and 0 files, as of 20\d\d-.+Z\.$/),
    `The previous data is in ${join(server.data, aside ?? '')}.`,
    expect.stringMatching(/^All changes since 20\d\d-.+Z are undone:$/),
    expect.stringMatching(/^- Messages, .+ are missing\.$/),
    expect.stringMatching(/^- .+ deleted since are back\./),
    expect.stringMatching(/^- Passwords, .+ are those of the backup\.$/),
    expect.stringMatching(/^ {2}If someone changed a password .+ valid again\.$/),
    'All sessions and access tokens have ended: everyone signs in again, and programs need new tokens.',
    'All outgoing webhooks are gone, and so are links to recover or claim an account: create new ones.',
    'Start Snug now.',
    '',
  ]);
  await server.start();
  ann = await ann.signInAgain();
  expect(await storedTexts()).toEqual(['before']);
  expect((await readContents(join(server.data, aside ?? ''))).texts).toEqual(['before', 'after']);
});

test('B4 a backup without a secret is restored, and an invalid file causes one line of error', async () => {
  await server.restart({ SNUG_SECRET: 'a secret that is kept in the environment' });
  await server.end('SIGTERM');
  const data = temporaryFolder();
  writeFileSync(archive, 'no backup');
  expect(await runCommand('restore', data, [archive])).toEqual({
    code: 1,
    stdout: '',
    stderrLines: ['Nothing was restored. The file is not a Snug backup.'],
  });
  for (const spoil of IS_WIDE ? [(secret: string) => writeFileSync(secret, ''), rmSync] : [rmSync]) {
    spoil(join(server.data, 'secret'));
    const path = join(temporaryFolder(), 'snug.tar');
    expect(await runCommand('backup', server.data, [path])).toMatchObject({ code: 0 });
    expect(await runCommand('restore', data, [path])).toMatchObject({ code: 0 });
  }
});

test(`B5 a killed restore leaves either the old data or the new, complete, at moments ${SEED}`, async () => {
  const random = new Random(SEED);
  for (let count = 0; count < FILES; count++) {
    const { id } = await ann.uploadFile('a.txt', `in the backup ${count}`);
    await ann.runCommand('send_message', { roomId, fileId: id });
  }
  await server.end('SIGTERM');
  await runCommand('backup', server.data, [archive]);
  const inBackup = await readContents(server.data);
  await server.start();
  for (let count = 0; count < 3; count++) {
    await ann.runCommand('send_message', {
      roomId,
      fileId: (await ann.uploadFile('b.txt', `since then ${count}`)).id,
    });
  }
  await server.end('SIGTERM');
  const old = await readContents(server.data);
  for (let kill = 0; kill < KILLS; kill++) {
    const data = temporaryFolder();
    cpSync(server.data, data, { recursive: true });
    const { child, ended } = startCommand('restore', data, [archive]);
    // Alternates between unpacking and activation.
    await waitForEntry(data, kill % 2 === 0 ? /^restore\.partial$/ : /^(before-)?restored?-/);
    await wait((kill % 2 === 0 ? MAX_UNPACK_MS : MAX_ACTIVATION_MS) * random.next());
    child.kill('SIGKILL');
    const isDone = (await ended).code === 0;
    await startAndStop(data);
    const now = await readContents(data);
    const isRestored = isDone || now.texts.length === inBackup.texts.length;
    expect([kill, now]).toEqual([kill, isRestored ? inBackup : old]);
    const [aside, ...left] = readdirSync(data).filter(name => name.includes('restore'));
    expect([kill, left]).toEqual([kill, []]);
    expect(aside && (await readContents(join(data, aside)))).toEqual(isRestored ? old : undefined);
  }
});
