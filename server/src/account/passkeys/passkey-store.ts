import { MAX_PASSKEYS, type Passkey } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { PasskeyTable } from '../../db/account-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type PasskeyRow = Selectable<PasskeyTable>;
export type NewPasskey = Omit<PasskeyRow, 'userId' | 'createdAt' | 'lastUsedAt'>;

type InsertValues = [
  id: string,
  uid: string,
  credentialId: string,
  publicKey: string,
  counter: number,
  transports: string,
  name: string,
  now: number,
];

const insert = prepared<InsertValues, PasskeyRow>(
  `insert into "passkeys"
     ("id", "userId", "credentialId", "publicKey", "counter", "transports", "name", "createdAt")
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("credentialId") do nothing returning *`,
);
const selectOwn = prepared<[uid: string, limit: number], PasskeyRow>(
  `select * from "passkeys" where "userId" = $1 order by "id" limit $2`,
);
const selectByCredential = prepared<[credentialId: string], PasskeyRow>(
  `select * from "passkeys" where "credentialId" = $1`,
);
const rename = prepared<[uid: string, id: string, name: string], PasskeyRow>(
  `update "passkeys" set "name" = $3 where "userId" = $1 and "id" = $2 returning *`,
);
const use = prepared<[uid: string, id: string, counter: number, now: number], { id: string }>(
  `update "passkeys" set "counter" = $3, "lastUsedAt" = $4
   where "userId" = $1 and "id" = $2 and ("counter" < $3 or ("counter" = 0 and $3 = 0)) returning "id"`,
);
const remove = prepared<[uid: string, id: string], { id: string }>(
  `delete from "passkeys" where "userId" = $1 and "id" = $2 returning "id"`,
);
const removeAll = prepared<[uid: string], never>(`delete from "passkeys" where "userId" = $1`);

/** Undefined if there is a passkey with this credential. */
export async function insertPasskey(
  db: Db,
  uid: string,
  passkey: NewPasskey,
  now: number,
): Promise<Passkey | undefined> {
  const { id, credentialId, publicKey, counter, transports, name } = passkey;
  const [row] = await insert(db, id, uid, credentialId, publicKey, counter, transports, name, now);
  return row && presentPasskey(row);
}

/** The oldest first, at most `MAX_PASSKEYS`. */
export async function listPasskeys(db: Db, uid: string): Promise<PasskeyRow[]> {
  return selectOwn(db, uid, MAX_PASSKEYS);
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return (await selectByCredential(db, credentialId))[0];
}

/** Undefined if the person has no such passkey. */
export async function storeName(
  db: Db,
  uid: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey | undefined> {
  const [row] = await rename(db, uid, id, name);
  return row && presentPasskey(row);
}

/** False if it was removed, or used with this counter or a higher one: then somebody may have copied its key. */
export async function storeUse(
  db: Db,
  uid: string,
  { id, counter }: { id: string; counter: number },
  now: number,
): Promise<boolean> {
  return (await use(db, uid, id, counter, now)).length > 0;
}

/** False if the person has no such passkey. */
export async function deletePasskey(db: Db, uid: string, id: string): Promise<boolean> {
  return (await remove(db, uid, id)).length > 0;
}

export async function deletePasskeys(db: Db, uid: string): Promise<void> {
  await removeAll(db, uid);
}

export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, createdAt, ...(lastUsedAt !== null && { lastUsedAt }) };
}
