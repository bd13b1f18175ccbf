import { randomUUID } from 'node:crypto';
import type { Db } from './schema.ts';

export async function ensureEpoch(db: Db): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key: 'epoch', value: randomUUID() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

export async function renewEpoch(db: Db): Promise<void> {
  await db.updateTable('meta').set({ value: randomUUID() }).where('key', '=', 'epoch').execute();
}

/** The id of this database's history. A restore of a backup changes it, and clients then start over. */
export async function readEpoch(db: Db): Promise<string> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Rewrites the epoch unchanged. Throws if storage fails. */
export async function touchEpoch(db: Db): Promise<void> {
  await db
    .updateTable('meta')
    .set(row => ({ value: row.ref('value') }))
    .where('key', '=', 'epoch')
    .execute();
}
