import { CommandError, type Person } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { OneTimeLinkTable } from '../../db/account-tables.ts';
import type { Db } from '../../db/schema.ts';
import { findActivePerson } from '../../people/profiles/person.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { isAuthor } from '../emails/email-store.ts';
import { findLink } from './one-time-link-store.ts';

/**
 * For a recovery link: workspace admins for people, and the command line (an empty `uid`) for everyone. An admin who recovers
 * another one would keep the rights of the role after losing it. Throws `forbidden` and `not_found`.
 */
export async function accessAccountForRecovery(db: Db, uid: string, ownerUid: string): Promise<Person> {
  if (uid !== '') await accessWorkspace(db, { uid });
  const person = requireFound(await findActivePerson(db, ownerUid));
  if (person.bot || (await isAuthor(db, ownerUid))) throw new CommandError('not_found');
  if (uid !== '' && (await isWorkspaceAdmin(db, ownerUid)))
    throw new CommandError('forbidden', 'Only the person who runs the server can recover a workspace admin');
  return person;
}

/** Returns the person whom an active one-time link is for, by the hash of its code. Throws `not_found`. */
export async function accessLink(
  db: Db,
  { hash, kind }: Pick<OneTimeLinkTable, 'hash' | 'kind'>,
  now: number,
  message?: string,
): Promise<{ uid: string }> {
  const link = await findLink(db, hash, kind, now);
  if (!link) throw new CommandError('not_found', message);
  return { uid: link.userId };
}
