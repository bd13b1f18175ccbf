import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { onTestFinished } from 'vitest';
import { MUTATIONS } from '../commands/mutations.ts';
import type { Publication } from '../db/mutation.ts';
import { openData, runBatch } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { Job, Outcome } from '../db/store.ts';
import { newId } from '../ids.ts';
import { readPositions } from '../rooms/room-store.ts';

export const NOW = Date.UTC(2026, 0, 1);

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real database with the newest schema, gone when the test is over, and its data folder. */
export async function temporaryDatabase(): Promise<{ db: Db; folder: string; path: string }> {
  const folder = temporaryFolder();
  const { db, path, unlock } = await openData(folder);
  onTestFinished(async () => {
    await db.destroy();
    unlock();
  });
  return { db, folder, path };
}

/** Stores a person who can sign in, or, half made, cannot. */
export async function addPerson(db: Db, name: string, { halfMade = false } = {}): Promise<string> {
  const id = newId();
  const at = new Date(NOW).toISOString();
  // A boolean is stored as a number.
  const emailVerified = 0 as unknown as boolean;
  await db
    .insertInto('users')
    .values({
      id,
      name,
      email: `${id}@snug.example`,
      emailVerified,
      avatar: null,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  if (!halfMade) await addAccount(db, id, 'test');
  return id;
}

/** Gives a person a way to sign in. */
export async function addAccount(db: Db, userId: string, providerId: string): Promise<void> {
  const at = new Date(NOW).toISOString();
  await db
    .insertInto('accounts')
    .values({ id: newId(), accountId: newId(), providerId, userId, createdAt: at, updatedAt: at })
    .execute();
}

export function sendJob(uid: string, input: { roomId: string; id?: string; text?: string }): Job {
  return { mutation: 'send_message', call: { uid }, input: { id: newId(), text: 'hello', ...input } };
}

export function createJob(uid: string, input: { id?: string; name?: string } = {}): Job {
  const room = { id: newId(), name: 'Room', description: 'A room', ...input };
  return { mutation: 'create_room', call: { uid }, input: room };
}

export function run(db: Db, ...jobs: Job[]): Promise<Outcome[]> {
  return runAt(NOW, db, ...jobs);
}

/** The same at another time. */
export function runAt(now: number, db: Db, ...jobs: Job[]): Promise<Outcome[]> {
  return runBatch(db, MUTATIONS, jobs, () => now);
}

/** Carries out one job, which must succeed. */
export async function store<Output>(
  db: Db,
  job: Job,
  now = NOW,
): Promise<{ output: Output; publications: Publication[] }> {
  const [outcome] = await runAt(now, db, job);
  if (!outcome || !('output' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return { output: outcome.output as Output, publications: outcome.publications };
}

/** Sends `count` messages in one transaction. */
export async function sendMany(db: Db, uid: string, roomId: string, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => `message ${index + 1}`);
  await run(db, ...texts.map(text => sendJob(uid, { roomId, text })));
}

/** Where a room's log stands. */
export async function positionOf(db: Db, roomId: string): Promise<number | undefined> {
  return (await readPositions(db, [roomId])).get(roomId);
}

/** A database with one person and one room of theirs. */
export async function aRoom(): Promise<{ db: Db; path: string; uid: string; roomId: string }> {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const { output } = await store<CommandOutput<'create_room'>>(db, createJob(uid));
  return { db, path, uid, roomId: output.room.id };
}
