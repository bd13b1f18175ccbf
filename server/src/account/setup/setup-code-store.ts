import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const select = prepared<[hash: string], { hash: string }>(
  `select "hash" from "setup_codes" where "hash" = $1`,
);
const selectAll = prepared<[limit: number], { hash: string }>(
  `select "hash" from "setup_codes" where "hash" > '' limit $1`,
);
const insert = prepared<[hash: string, now: number], never>(
  `insert into "setup_codes" ("hash", "createdAt") values ($1, $2)`,
);
// By the key, so that the order of the locks is the same for all.
const removeAll = prepared<[], { hash: string }>(
  `delete from "setup_codes" where "hash" > '' returning "hash"`,
);

export async function hasSetupCode(db: Db, hash: string): Promise<boolean> {
  return (await select(db, hash)).length > 0;
}

export async function countSetupCodes(db: Db, limit: number): Promise<number> {
  return (await selectAll(db, limit)).length;
}

export async function insertSetupCode(db: Db, hash: string, now: number): Promise<void> {
  await insert(db, hash, now);
}

/** Returns the deleted hashes. */
export async function deleteSetupCodes(db: Db): Promise<string[]> {
  return (await removeAll(db)).map(({ hash }) => hash);
}
