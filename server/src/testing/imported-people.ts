import { sql } from 'kysely';
import { AUTHOR_PROVIDER, IMPORTED_PROVIDER } from '../account/account-store.ts';
import { authorEmail, importedEmail } from '../account/provider-profile.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import { NOW } from './database.ts';

interface NewImportedPerson {
  name?: string;
  /** Unconfirmed. Without it, a placeholder. */
  email?: string;
  /** Only the author of messages. */
  isAuthor?: boolean;
}

/** A person as an import stores them: nobody has signed in as them. */
export async function addImportedPerson(
  db: Db,
  { name = 'Kai', email, isAuthor = false }: NewImportedPerson = {},
): Promise<string> {
  const uid = newId();
  const at = new Date(NOW).toISOString();
  const times = { createdAt: at, updatedAt: at };
  await db
    .insertInto('users')
    .values({
      id: uid,
      name,
      email: email ?? (isAuthor ? authorEmail(uid) : importedEmail(uid)),
      emailVerified: sql<boolean>`false`,
      avatar: null,
      ...times,
    })
    .execute();
  await db
    .insertInto('accounts')
    .values({
      id: newId(),
      accountId: uid,
      providerId: isAuthor ? AUTHOR_PROVIDER : IMPORTED_PROVIDER,
      userId: uid,
      ...times,
    })
    .execute();
  return uid;
}
