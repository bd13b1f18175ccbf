import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';

const select = prepared<[key: string], { value: string }>(`select "value" from "meta" where "key" = $1`);
const store = prepared<[key: string, value: string], never>(
  `insert into "meta" ("key", "value") values ($1, $2) on conflict ("key") do update set "value" = excluded."value"`,
);

/** A value of the whole database; undefined if it was never stored. */
export async function findMeta(db: Db, key: string): Promise<string | undefined> {
  return (await select(db, key))[0]?.value;
}

export async function storeMeta(db: Db, key: string, value: string): Promise<void> {
  await store(db, key, value);
}
