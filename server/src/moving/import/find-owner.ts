import { MAX_NAME_LENGTH } from '@snug/protocol';
import { hasAccounts } from '../../account/account-store.ts';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import { listWorkspaceAdmins } from '../../workspace/workspace-admin-store.ts';
import { toSingleLine } from './apply/clean-line.ts';
import { ImportError } from './import-error.ts';
import type { ImportedPerson } from './import-source.ts';
import type { PeoplePlan } from './people/plan-people.ts';

/** Who looks after rooms without an admin, and owns the bots. */
export interface Owner {
  uid: string;
  email: string;
  name: string;
  /** The account is made before the import. */
  isNew: boolean;
  /** In the archive. */
  person?: ImportedPerson;
  /** Nobody has signed up here yet. */
  becomesAdmin: boolean;
}

/** Undefined if `email` is, and it is not clear who it is. Throws an `ImportError`. */
export async function findOwner(
  read: Db | undefined,
  email: string | undefined,
  plan: PeoplePlan,
): Promise<Owner | undefined> {
  const becomesAdmin = !read || !(await hasAccounts(read));
  if (email === undefined) return becomesAdmin || !read ? undefined : findOnlyAdmin(read);
  const here = read && (await findPerson(read, email));
  // An import that was interrupted has made the account, and nobody could claim it yet.
  if (here) return { ...here, email, isNew: false, becomesAdmin };
  if (!becomesAdmin)
    throw new ImportError(`Nobody here has the address ${email}. --owner needs somebody who has signed up.`);
  const person = plan.findOwner(email);
  if (!person) return { uid: newId(), email, name: email.split('@')[0] ?? email, isNew: true, becomesAdmin };
  if (person.bot || person.deletedAt || person.suspendedAt || person.guest)
    throw new ImportError(`${person.name} cannot look after Snug: this is a bot, a guest, or not active.`);
  const name = toSingleLine(person.name, MAX_NAME_LENGTH) || email;
  return { uid: person.id, email, name, isNew: true, person, becomesAdmin };
}

async function findPerson(read: Db, email: string): Promise<Pick<Owner, 'uid' | 'name'> | undefined> {
  const person = await read
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return person && { uid: person.id, name: person.name };
}

async function findOnlyAdmin(read: Db): Promise<Owner | undefined> {
  const uids = await listWorkspaceAdmins(read);
  const [uid] = uids;
  if (uid === undefined || uids.length > 1) return undefined;
  const { name, email } = await read
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
  return { uid, name, email, isNew: false, becomesAdmin: false };
}
