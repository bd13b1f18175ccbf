import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTermChoices, parseSearchWords } from '@snug/protocol';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { renewEpoch } from '../../db/epoch.ts';
import { addPerson, createRoomJob, runJob, temporaryDatabase } from '../../testing/database.ts';
import { RemoteIndex } from '../find-port.ts';
import type { IndexPage } from '../search-index.ts';
import { SqliteIndex } from './sqlite-index.ts';

const FOLLOW_MS = 30_000;
const NEVER = new AbortController().signal;

/** An index with its threads, beside a database with one person and their room. */
async function createSetup() {
  const { db, folder } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const failures: string[] = [];
  const running: { index?: SqliteIndex } = {};
  const start = () => {
    running.index = new SqliteIndex({
      data: folder,
      // Without the delay after a failure.
      setTimer: (run, ms) => systemClock.setTimer(run, ms === FOLLOW_MS ? ms : 0),
      onFailure: error => void failures.push(String(error)),
    });
  };
  const stop = async () => running.index?.close();
  onTestFinished(stop);
  const { output } = await runJob<{ room: { id: string } }>(db, createRoomJob(uid, { kind: 'private' }));
  const roomId = output.room.id;
  const run = async (mutation: string, input: object) => {
    await runJob(db, { mutation, caller: { uid }, input: { roomId, ...input } });
    running.index?.follow([roomId]);
  };
  const send = async (text: string) => {
    const id = newId();
    await run('send_message', { id, text });
    return id;
  };
  const remote = new RemoteIndex(async () => {
    if (!running.index) throw new Error('the index has not started');
    return running.index.connect();
  });
  const find = async (text: string): Promise<IndexPage> => {
    const choices = parseSearchWords(text, false).wanted.flatMap(listTermChoices);
    return remote.find({ choices, roomIds: [roomId], limit: 20 }, NEVER);
  };
  /** Once the index knows of all changes. */
  const count = async (text: string) => {
    const page = await find(text).catch(() => undefined);
    return page && !page.isBehind ? page.candidates.length : undefined;
  };
  const readFiles = () =>
    ['search.db', 'search.db-wal'].map(name => readFileSync(join(folder, name), 'latin1')).join('\n');
  return { db, folder, uid, roomId, running, failures, start, stop, run, send, find, count, readFiles };
}

describe('the index with its threads', () => {
  test('finds messages from before its first start, later ones, and those of a time without it', async () => {
    const { start, stop, send, count, failures } = await createSetup();
    await send('Apfelkuchen');
    start();
    await expect.poll(() => count('apfel')).toBe(1);
    await send('Apfelsaft');
    await expect.poll(() => count('apfel')).toBe(2);
    await stop();
    await send('Apfelmus');
    start();
    await expect.poll(() => count('apfel')).toBe(3);
    expect(failures).toEqual([]);
  });

  test('an erasure waits for the words of the changes before it', async () => {
    const { db, roomId, start, send, count, readFiles, running } = await createSetup();
    for (let number = 0; number < 60; number++) await send(`heimlich ${number}`);
    start();
    await expect.poll(() => count('heimlich')).toBe(20);
    await db.updateTable('rooms').set({ deletedAt: 1 }).where('id', '=', roomId).execute();
    running.index?.follow([roomId]);
    expect(await running.index?.hasFollowed(FOLLOW_MS)).toBe(true);
    expect(await running.index?.hasFollowed(FOLLOW_MS)).toBe(true);
    await expect.poll(readFiles).not.toContain('heimlich');
  });

  test('a deleted and an edited word leave the file and its log', async () => {
    const { start, run, send, count, readFiles } = await createSetup();
    start();
    const [deleted, edited] = [await send('geheimnisvoll alpha'), await send('vertraulich alpha')];
    await expect.poll(() => count('alpha')).toBe(2);
    expect(readFiles()).toContain('geheimnisvoll');
    await run('delete_message', { messageId: deleted });
    await run('edit_message', { id: edited, revision: 0, editId: newId(), text: 'offen' });
    await expect.poll(readFiles).not.toMatch(/geheim|vertrau/);
    await expect.poll(() => count('offen')).toBe(1);
    expect(await count('alpha')).toBe(0);
  });

  const damages: readonly [kind: string, damage: (file: Buffer) => Buffer][] = [
    ['a file whose middle is overwritten', file => file.fill('x', 4_096)],
    ['random bytes', () => Buffer.alloc(40_960, 'no database ')],
    ['an empty file', () => Buffer.alloc(0)],
  ];
  test.each(sampleCases(damages))('%s is built again', async (_kind, damage) => {
    const { folder, start, stop, send, count } = await createSetup();
    for (let number = 0; number < 20; number++) await send(`Birne ${number}`);
    start();
    await expect.poll(() => count('birne')).toBe(20);
    await stop();
    const path = join(folder, 'search.db');
    writeFileSync(path, damage(readFileSync(path)));
    await send('Birne');
    start();
    await expect.poll(() => count('birne')).toBe(20);
  });

  test('a database with another history has another index', async () => {
    const { db, start, stop, send, count, readFiles } = await createSetup();
    await send('Kirsche');
    start();
    await expect.poll(() => count('kirsche')).toBe(1);
    await stop();
    await db.deleteFrom('messages').execute();
    await renewEpoch(db);
    start();
    await expect.poll(() => count('kirsche')).toBe(0);
    expect(readFiles()).not.toContain('kirsche');
  });
});

test('a search without an index fails, and a close before its start ends', async () => {
  const { start, stop, find } = await createSetup();
  start();
  await expect(find('a')).rejects.toMatchObject({ code: 'unavailable' });
  await stop();
});
