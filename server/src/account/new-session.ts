import { randomBytes } from 'node:crypto';
import { CommandError } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { toStoredTime } from '../db/stored-time.ts';
import { findGuest, type Guest } from '../people/guests/guest-store.ts';
import { findActivePerson } from '../people/profiles/person.ts';
import { isSuspended } from '../workspace/suspension-store.ts';
import { getExpiresAt } from './session-expiry.ts';
import { capSessions } from './session-store.ts';

/** A session that replaces others in the transaction that ends them, which the accounts library cannot do. */
export interface NewSession {
  id: string;
  token: string;
  userAgent: string | null;
}

/** 192 random bits, like those of the accounts library. */
const TOKEN_BYTES = 24;

export function createSession(userAgent: string | undefined): NewSession {
  return {
    id: newId(),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    userAgent: userAgent ?? null,
  };
}

const insert = prepared<
  [id: string, uid: string, token: string, at: string, expiresAt: string, userAgent: string | null],
  never
>(
  `insert into "sessions" ("id", "userId", "token", "createdAt", "updatedAt", "expiresAt", "userAgent")
   values ($1, $2, $3, $4, $4, $5, $6)`,
);

export async function insertSession(
  db: Db,
  uid: string,
  { id, token, userAgent }: NewSession,
  now: number,
): Promise<void> {
  const guest = await assertMaySignIn(db, uid, now);
  await insert(db, id, uid, token, toStoredTime(now), toStoredTime(getExpiresAt(now, now)), userAgent);
  await capSessions(db, uid, guest?.until ?? null);
}

/**
 * Under the lock of the person, after the proof of who they are. Returns a guest, whose sessions the caller caps. Throws `forbidden`.
 */
export async function assertMaySignIn(db: Db, uid: string, now: number): Promise<Guest | undefined> {
  if (await isSuspended(db, uid))
    throw new CommandError(
      'forbidden',
      'Your account is suspended. Ask the people who look after this server.',
    );
  const guest = await findGuest(db, uid);
  if (guest?.until != null && guest.until <= now) throw await createEndedError(db, guest);
  return guest;
}

async function createEndedError(db: Db, { inviter, until }: Guest): Promise<CommandError> {
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until ?? 0);
  const person = inviter === null ? undefined : await findActivePerson(db, inviter);
  const asked = person?.name ?? 'the people who look after this server';
  return new CommandError('forbidden', `Your access ended on ${date}. Ask ${asked} to extend it.`);
}
