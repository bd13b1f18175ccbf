import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { onTestFinished } from 'vitest';
import { MUTATIONS } from '../commands/mutations.ts';
import type { Publication } from '../db/mutation.ts';
import { openDataFolder, runBatch } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob, WriteOutcome } from '../db/store.ts';
import { newId } from '../ids.ts';
import { readPositions } from '../rooms/room-store.ts';

export const NOW = Date.UTC(2026, 0, 1);

/** Removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real database with the newest schema, and its data folder. Both are removed at the end of the test. */
export async function temporaryDatabase(): Promise<{ db: Db; folder: string; path: string }> {
  const folder = temporaryFolder();
  const { db, path, unlock } = await openDataFolder(folder);
  onTestFinished(async () => {
    await db.destroy();
    unlock();
  });
  return { db, folder, path };
}

/** Stores a person with a password, or an incomplete sign-up. */
export async function addPerson(db: Db, name: string, { isIncomplete = false } = {}): Promise<string> {
  const id = newId();
  const at = new Date(NOW).toISOString();
  // SQLite stores booleans as numbers.
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
  if (!isIncomplete) await addAccount(db, id, 'test');
  return id;
}

export async function addAccount(db: Db, userId: string, providerId: string): Promise<void> {
  const at = new Date(NOW).toISOString();
  await db
    .insertInto('accounts')
    .values({ id: newId(), accountId: newId(), providerId, userId, createdAt: at, updatedAt: at })
    .execute();
}

export function createSendJob(uid: string, input: { roomId: string; id?: string; text?: string }): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: { id: newId(), text: 'hello', ...input } };
}

export function createRoomJob(uid: string, input: { id?: string; name?: string } = {}): WriteJob {
  const room = { id: newId(), name: 'Room', description: 'A room', ...input };
  return { mutation: 'create_room', caller: { uid }, input: room };
}

export function runJobs(db: Db, ...jobs: WriteJob[]): Promise<WriteOutcome[]> {
  return runJobsAt(NOW, db, ...jobs);
}

export function runJobsAt(now: number, db: Db, ...jobs: WriteJob[]): Promise<WriteOutcome[]> {
  return runBatch(db, MUTATIONS, jobs, () => now);
}

/** Runs one job, which must succeed. */
export async function runJob<Output>(
  db: Db,
  job: WriteJob,
  now = NOW,
): Promise<{ output: Output; publications: Publication[] }> {
  const [outcome] = await runJobsAt(now, db, job);
  if (!outcome || !('output' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return { output: outcome.output as Output, publications: outcome.publications };
}

/** In one transaction. */
export async function sendMany(db: Db, uid: string, roomId: string, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => `message ${index + 1}`);
  await runJobs(db, ...texts.map(text => createSendJob(uid, { roomId, text })));
}

export async function readSeq(db: Db, roomId: string): Promise<number | undefined> {
  return (await readPositions(db, [roomId])).get(roomId);
}

/** A database with one person and their room. */
export async function createTestRoom(): Promise<{ db: Db; path: string; uid: string; roomId: string }> {
  const { db, path } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid));
  return { db, path, uid, roomId: output.room.id };
}
