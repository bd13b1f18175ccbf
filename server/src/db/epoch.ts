import { randomUUID } from 'node:crypto';
import type { Db } from './schema.ts';

/** Gives a database that has no epoch its first one. */
export async function ensureEpoch(db: Db): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: 'epoch', value: randomUUID() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Begins another history: who knows the one before starts over. */
export async function renewEpoch(db: Db): Promise<void> {
  await db.updateTable('meta').set({ value: randomUUID() }).where('key', '=', 'epoch').execute();
}

/** The id of this database's history. It changes when a backup is restored; clients then start over. */
export async function readEpoch(db: Db): Promise<string> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Stores the epoch as it is. Throws if nothing can be stored. */
export async function touchEpoch(db: Db): Promise<void> {
  await db
    .updateTable('meta')
    .set(row => ({ value: row.ref('value') }))
    .where('key', '=', 'epoch')
    .execute();
}
