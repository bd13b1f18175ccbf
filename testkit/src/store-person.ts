import { createSession, insertSession } from '@snug/server/account/new-session.ts';
import { readOrCreateSecret } from '@snug/server/account/secret.ts';
import { serializeSessionCookie } from '@snug/server/account/session-cookie.ts';
import { newId } from '@snug/server/base/ids.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { storePresences } from '@snug/server/people/presence/presence-store.ts';
import { indexPersonName } from '@snug/server/people/profiles/person-names.ts';
import { sql } from 'kysely';
import type { ServerProcess } from './server-process.ts';

export const PASSWORD = 'a long enough password';
/** Of `PASSWORD`, in the format of the accounts library. */
const PASSWORD_HASH =
  '9bd8849883353f91f473ba081c3720f8:f6408ee79b92a88bac40a27483e39f47cda023db456139679a7dddb2623c9f417dc77b30a188d21fdfb7112fd9fcdf6bd4dd66da411739a5e4571108c33d89c1';

const NO_PORT = 'http://127.0.0.1';

/** Without a password, a fresh session proves who changes the ways to sign in. */
export interface PersonOptions {
  hasPassword?: boolean;
}

export interface StoredPerson {
  uid: string;
  /** `name=value`, as in a `Cookie` header. */
  cookie: string;
}

/**
 * Stores what a sign-up stores, without the time to hash a password. The server must run, on its own SQLite database and
 * without https.
 */
export async function storePerson(
  { data, url }: Pick<ServerProcess, 'data' | 'url'>,
  name: string,
  email: string,
  options: PersonOptions = {},
): Promise<StoredPerson> {
  const secret = readOrCreateSecret(data);
  const db = openDatabase(data);
  try {
    // Without a transaction: while it waits, another one of this process would block the event loop, and so both.
    return await addPerson(db, { name, email, secret, url, ...options });
  } finally {
    await db.destroy();
  }
}

/** Another session of a stored person, without the time to check a password. Returns its cookie. */
export async function storeSession(
  { data, url }: Pick<ServerProcess, 'data' | 'url'>,
  uid: string,
): Promise<string> {
  const secret = readOrCreateSecret(data);
  const db = openDatabase(data);
  try {
    return await addSession(db, uid, { secret, url });
  } finally {
    await db.destroy();
  }
}

/** `secret` and `url`: of the server. Without `url`, the cookie has the old name, which servers at all ports read. */
export async function addPerson(
  db: Db,
  {
    name,
    email,
    secret,
    url = NO_PORT,
    hasPassword = true,
  }: { name: string; email: string; secret: string; url?: string } & PersonOptions,
): Promise<StoredPerson> {
  const [providerId, password] = hasPassword ? ['credential', PASSWORD_HASH] : ['google', null];
  const uid = newId();
  const now = Date.now();
  const at = new Date(now).toISOString();
  await sql`insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${uid}, ${name}, ${email}, false, ${at}, ${at})`.execute(db);
  await sql`insert into "accounts" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    values (${newId()}, ${uid}, ${providerId}, ${uid}, ${password}, ${at}, ${at})`.execute(db);
  await indexPersonName(db, uid, name);
  const cookie = await addSession(db, uid, { secret, url });
  await storePresences(db, [{ uid, state: 'offline', lastChanged: now }]);
  return { uid, cookie };
}

/** Adds a session without a password. Returns its cookie. `url`: as in `addPerson`. */
export async function addSession(
  db: Db,
  uid: string,
  { secret, url = NO_PORT }: { secret: string; url?: string },
): Promise<string> {
  const session = createSession(undefined);
  await insertSession(db, uid, session, Date.now());
  const [cookie = ''] = serializeSessionCookie(url, session.token, secret).split(';');
  return cookie;
}
