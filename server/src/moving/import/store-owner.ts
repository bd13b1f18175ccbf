import { type Kysely, sql } from 'kysely';
import { IMPORTED_PROVIDER } from '../../account/account-store.ts';
import { createClaimLinks } from '../../account/claims/claim-links.ts';
import { setWorkspaceAdmin } from '../../admin/workspace/workspace-admins.ts';
import { newId } from '../../base/ids.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { indexPersonName } from '../../people/profiles/person-names.ts';
import { isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { toPastTime } from './apply/clean-line.ts';
import type { Owner } from './find-owner.ts';
import type { PeopleRules } from './people/decision.ts';

/** Before the import: rooms and bots name the owner. Nobody can sign in with the account until its link is used. */
export async function storeOwner(
  db: Db,
  owner: Owner,
  now: number,
  { trustsConfirmations }: Pick<PeopleRules, 'trustsConfirmations'>,
): Promise<void> {
  const { uid, name, email, isNew, person, becomesAdmin } = owner;
  const time = toStoredTime(toPastTime(person?.joinedAt, now) ?? (person ? 0 : now));
  const isConfirmed = trustsConfirmations && person?.emailConfirmed === true;
  await db.transaction().execute(async (transaction: Kysely<Schema>) => {
    if (isNew) {
      const user = { id: uid, name, email, avatar: null, createdAt: time, updatedAt: time };
      await transaction
        .insertInto('users')
        .values({ ...user, emailVerified: sql<boolean>`${sql.lit(isConfirmed)}` })
        .execute();
      await transaction
        .insertInto('accounts')
        .values({
          id: newId(),
          accountId: uid,
          providerId: IMPORTED_PROVIDER,
          userId: uid,
          createdAt: time,
          updatedAt: time,
        })
        .execute();
      await indexPersonName(transaction, uid, name);
      await transaction
        .insertInto('presence')
        .values({ userId: uid, state: 'offline', lastChanged: 0 })
        .execute();
    }
    if (becomesAdmin && !(await isWorkspaceAdmin(transaction, uid)))
      await setWorkspaceAdmin.run(transaction, { uid: '', now, incarnation: '' }, { uid, admin: true });
  });
}

/** Undefined for somebody who has signed in already. */
export async function createOwnerLink(
  db: Db,
  { uid }: Owner,
  origin: string,
  now: number,
): Promise<string | undefined> {
  const [link] = await createClaimLinks(db, [uid], now);
  return link && formatClaimLink(origin, link.code);
}

export function formatClaimLink(origin: string, code: string): string {
  return `${origin}/claim/${code}`;
}
