import type { CommandOutput, Mention } from '@snug/protocol';
import { sql } from 'kysely';
import { createSession, insertSession } from '../account/new-session.ts';
import { deletePasskeys, insertPasskey } from '../account/passkeys/passkey-store.ts';
import { newId } from '../base/ids.ts';
import { readPositions } from '../chat/rooms/room-access-store.ts';
import { MUTATIONS } from '../commands/mutations.ts';
import type { Publication } from '../db/mutation.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob, WriteOutcome } from '../db/store.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { InviteLinks } from '../people/invites/invite-links.ts';
import { testEngine } from './select-engine.ts';
import type { TestDatabase } from './test-engine.ts';

export { isOnPostgres } from './select-engine.ts';
export { temporaryFolder } from './temporary-folder.ts';

export const NOW = Date.UTC(2026, 0, 1);

export const { connectAgain, dialect, runBatch } = testEngine;

/** A real database with the newest schema. It is removed at the end of the test. */
export function temporaryDatabase(): Promise<TestDatabase> {
  return testEngine.openDatabase();
}

/** Runs `work` with the database of a server's data folder. */
export async function withDatabase<Result>(data: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(data);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Stores a person with a password, or an incomplete sign-up. */
export async function addPerson(db: Db, name: string, { isIncomplete = false } = {}): Promise<string> {
  const id = newId();
  const at = new Date(NOW).toISOString();
  await db
    .insertInto('users')
    .values({
      id,
      name,
      email: `${id}@snug.example`,
      emailVerified: sql<boolean>`false`,
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

/** Returns the id of the session. */
export async function addSession(db: Db, uid: string): Promise<string> {
  const session = createSession(undefined);
  await insertSession(db, uid, session, Date.now());
  return session.id;
}

/** The only one of the person. */
export async function addPasskey(db: Db, uid: string): Promise<string> {
  await deletePasskeys(db, uid);
  const key = { publicKey: 'unknown', counter: 0, transports: '', name: 'Key' };
  const passkey = await insertPasskey(db, uid, { id: newId(), credentialId: newId(), ...key }, 1);
  return passkey?.id ?? '';
}

export function createSendJob(
  uid: string,
  input: { roomId: string; id?: string; text?: string; replyTo?: string; mentions?: readonly Mention[] },
): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: { id: newId(), text: 'hello', ...input } };
}

export function createRoomJob(
  uid: string,
  input: { id?: string; name?: string; kind?: 'open' | 'private' } = {},
): WriteJob {
  const room = { id: newId(), name: 'Room', description: 'A room', ...input };
  return { mutation: 'create_room', caller: { uid }, input: room };
}

/** Without rate limits. */
export function createInviteLinks(read: Db): InviteLinks {
  const now = () => NOW;
  return new InviteLinks({ secret: 'x'.repeat(32), read, now, limits: new RateLimits(undefined, now) });
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
