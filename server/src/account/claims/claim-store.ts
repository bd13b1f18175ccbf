import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime, UNKNOWN_TIME } from '../../db/stored-time.ts';
import { IMPORTED_PROVIDER } from '../account-store.ts';

const select = preparedIn<[provider: string], { uid: string }>(
  `select "userId" as "uid" from "accounts" indexed by "accounts_user" where "providerId" = $1 and "userId" in ($values)`,
);
const selectOwner = prepared<[email: string, provider: string], { id: string }>(
  `select u."id" as "id" from "users" u join "accounts" a on a."userId" = u."id"
   where u."email" = $1 and a."providerId" = $2
   and not exists (select 1 from "suspensions" s where s."userId" = u."id")`,
);
const selectSource = prepared<[uid: string], { source: string }>(
  `select "source" from "import_people" where "userId" = $1 limit 1`,
);
const setUnknownJoin = prepared<[uid: string, now: string, unknown: string], never>(
  `update "users" set "createdAt" = $2 where "id" = $1 and "createdAt" = $3`,
);
const remove = prepared<[uid: string, provider: string], never>(
  `delete from "accounts" where "userId" = $1 and "providerId" = $2`,
);

/** Whether the person came by an import and never signed in. */
export async function isUnclaimed(db: Db, uid: string): Promise<boolean> {
  return (await findUnclaimed(db, [uid])).has(uid);
}

/** Those of the people who came by an import and never signed in. */
export async function findUnclaimed(db: Db, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select(db, uids, IMPORTED_PROVIDER);
  return new Set(rows.map(({ uid }) => uid));
}

/** Who may claim their account with the address, in lower case. */
export async function findUnclaimedOwner(db: Db, email: string): Promise<string | undefined> {
  return (await selectOwner(db, email, IMPORTED_PROVIDER))[0]?.id;
}

/** From then on, the person is like everyone else. */
export async function markClaimed(db: Db, uid: string, now: number): Promise<void> {
  await remove(db, uid, IMPORTED_PROVIDER);
  await setUnknownJoin(db, uid, toStoredTime(now), UNKNOWN_TIME);
}

/** From which kind of chat the person came: 'slack'. Undefined if no import remembers it. */
export async function findSourceKind(db: Db, uid: string): Promise<string | undefined> {
  const [row] = await selectSource(db, uid);
  return row && /^[a-z]+/.exec(row.source)?.[0];
}
