import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { findIndexProblems } from '@snug/server/testing/check-index-file.ts';
import { Random } from '@snug/testkit/random.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { SmallDisk, smallDiskProblem } from '@snug/testkit/small-disk.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, inject, onTestFinished, type TestContext, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { finishAndCheck, getTestPerson, startTestLoad, startTestServer, waitUntilReady } from './fixtures.ts';
import { HAS_DETAILS, IS_FULL, SEED } from './seed.ts';
import { DATABASE_FILES, SimulatedDisk } from './simulated-disk.ts';
import { Strace, straceProblem } from './strace.ts';
import { TRACED_CALLS } from './sync-trace.ts';
import { readSystemCalls } from './system-calls.ts';

const INDEX_FILES = ['search.db', 'search.db-wal'];
const KILLS = IS_FULL ? 60 : 8;
/** A transaction of the index has a few writes, and a checkpoint has dozens. */
const MAX_CALLS = 40;
const CUTS = IS_FULL ? 60 : 15;
const DISK_BYTES = 64 * 1024 * 1024;
/** Below a tenth. */
const LOW_BYTES = 4 * 1024 * 1024;
const MESSAGES = IS_FULL ? 1_000 : 150;
/** Of the texts that writers send. */
const WORDS = ['says', '€€', 'everyone', '1', '12'];

function skipWithoutStrace({ skip }: TestContext): void {
  const problem = straceProblem();
  skip(problem !== undefined, problem);
}

async function findProblems(data: string): Promise<string[]> {
  const db = openDatabase(data, { readOnly: true });
  try {
    return await findIndexProblems(db, data, WORDS);
  } finally {
    await db.destroy();
  }
}

test.runIf(HAS_DETAILS)(
  'after kills in any write of the index, it finds what a look at every text finds',
  async context => {
    skipWithoutStrace(context);
    const random = new Random(SEED);
    const server = await startTestServer();
    const load = await startTestLoad(server, { writers: 6, readers: 2, pauseMs: 20 });
    let struck = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const strace = await Strace.attach(server.pid, {
        trace: ['pwrite64', 'ftruncate', 'fdatasync', 'fsync'],
        inject: `signal=KILL:when=${1 + random.below(MAX_CALLS)}`,
        path: join(server.data, INDEX_FILES[kill % 3 === 2 ? 0 : 1] ?? ''),
      });
      const hasEnded = () => !server.isRunning;
      // The file itself is written only when its log is emptied.
      await until('the server was killed', hasEnded, { timeoutMs: 15_000 }).then(
        () => struck++,
        () => {},
      );
      await server.kill();
      await strace.detach();
      await server.start();
      await waitUntilReady(server);
    }
    load.wake();
    await load.waitForResults(60);
    const checked = await finishAndCheck(load, server);
    await server.end('SIGTERM');
    expect(await findProblems(server.data)).toEqual([]);
    recordFigures(context, { kills: KILLS, 'in a write': struck, ...checked });
    expect(struck).toBeGreaterThan(0);
  },
);

test.runIf(HAS_DETAILS)(
  'no power cut leaves an index that misses a message, or finds a deleted one',
  async context => {
    skipWithoutStrace(context);
    const base = mkdtempSync(join(tmpdir(), 'snug-trace-'));
    onTestFinished(() => rmSync(base, { recursive: true }));
    const server = await startTestServer();
    const log = join(base, 'log');
    await until('the index is there', () => INDEX_FILES.every(name => existsSync(join(server.data, name))));
    const strace = await Strace.attach(server.pid, { trace: TRACED_CALLS, log });
    const files = [...DATABASE_FILES, ...INDEX_FILES];
    for (const file of files) cpSync(join(server.data, file), join(base, file));
    const load = await startTestLoad(server, { writers: 6, readers: 1, rooms: 2, pauseMs: 10 });
    await load.waitForResults(MESSAGES);
    await load.finish();
    await strace.detach();
    const calls = readSystemCalls(log);
    const random = new Random(SEED);
    const moments = new Set(Array.from({ length: CUTS }, () => random.below(calls.length)));
    const disk = new SimulatedDisk(base, files);
    let writes = 0;
    for (const [index, call] of calls.entries()) {
      disk.apply(call);
      if (INDEX_FILES.some(name => call.path.endsWith(`/${name}`))) writes++;
      if (!moments.has(index)) continue;
      for (const part of [undefined, random]) {
        disk.cutPower(base, part);
        for (const name of ['snug.db-shm', 'search.db-shm']) rmSync(join(base, name), { force: true });
        expect([index, await findProblems(base)]).toEqual([index, []]);
      }
    }
    recordFigures(context, { 'power cuts': 2 * CUTS, 'writes of the index': writes });
    expect(writes).toBeGreaterThan(0);
  },
);

async function createRoom(server: ServerProcess) {
  const person = await getTestPerson(server);
  const roomId = await person.createRoom();
  const send = async (text: string) => {
    const sent = await person.runCommand<CommandOutput<'send_message'>>('send_message', { roomId, text });
    return sent.message.id;
  };
  const search = (text: string) => searchIn(person, roomId, text);
  const isFound = async (text: string) => (await search(text)).messages.length > 0;
  const remove = (messageId: string) => person.runCommand('delete_message', { roomId, messageId });
  return { send, search, isFound, remove };
}

function searchIn(person: TestPerson, roomId: string, text: string) {
  return person.runCommand<CommandOutput<'search_messages'>>('search_messages', { roomId, text });
}

function readIndex(data: string): string {
  return INDEX_FILES.map(name => readFileSync(join(data, name), 'latin1')).join('\n');
}

test.runIf(HAS_DETAILS)(
  'while the disk of the index is full, people send, searches say that they miss messages, and it recovers',
  async context => {
    skipWithoutStrace(context);
    const server = await startTestServer();
    const { send, search, isFound, remove } = await createRoom(server);
    const gone = await send('gone secretword');
    await send('kept berries');
    await until('the index has both', async () => (await isFound('secretword')) && isFound('berries'));
    const full = await Strace.attach(server.pid, {
      trace: ['pwrite64'],
      inject: 'error=ENOSPC',
      path: join(server.data, 'search.db-wal'),
    });
    await send('late berries');
    await remove(gone);
    await until('searches are behind', async () => (await search('berries')).isBehind === true);
    expect((await search('berries')).messages.map(({ text }) => text)).toEqual(['kept berries']);
    expect((await search('secretword')).messages).toEqual([]);
    expect(readIndex(server.data)).toContain('secretword');
    await full.detach();
    await until('the index has recovered', async () => {
      const { messages, isBehind } = await search('berries');
      return !isBehind && messages.length === 2;
    });
    await until('the word is erased', () => !readIndex(server.data).includes('secretword'));
    await server.end('SIGTERM');
    expect(await findProblems(server.data)).toEqual([]);
  },
);

test.runIf(HAS_DETAILS)(
  'on a disk that is almost full, deleted words are erased, and new messages are found when there is space',
  async context => {
    const problem = smallDiskProblem();
    context.skip(problem !== undefined, problem);
    const disk = await SmallDisk.create(DISK_BYTES);
    onTestFinished(() => disk.remove());
    cpSync(inject('signedUp').data, disk.path, { recursive: true });
    const server = await ServerProcess.start({ data: disk.folder, prefix: disk.prefix });
    onTestFinished(() => server.remove());
    const { send, search, isFound, remove } = await createRoom(server);
    const gone = await send('gone secretword');
    await until('the index has it', () => isFound('secretword'));
    expect(readIndex(disk.path)).toContain('secretword');
    disk.fill();
    disk.free(LOW_BYTES);
    await until('the index is paused', async () => {
      await send('late berries');
      return (await search('berries')).isBehind === true;
    });
    await remove(gone);
    await until('the word is erased', () => !readIndex(disk.path).includes('secretword'));
    expect((await search('berries')).isBehind).toBe(true);
    disk.free();
    await until('the index goes on', async () => !(await search('berries')).isBehind);
    expect(await isFound('berries')).toBe(true);
  },
);
