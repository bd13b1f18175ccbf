import type { Presence } from '@snug/protocol';
import { sql } from 'kysely';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const selectPresences = preparedIn<[], Presence>(
  `select "userId" as "uid", "state", "lastChanged" from "presence" where "userId" in ($values)`,
);

/** Omits people without a stored presence. */
export function readPresences(db: Db, uids: readonly string[]): Promise<Presence[]> {
  return selectPresences(db, uids);
}

const selectExisting = preparedIn<[], { id: string }>(`select "id" from "users" where "id" in ($values)`);

/** Those of the people who are not deleted. */
export async function findExisting(db: Db, uids: readonly string[]): Promise<Set<string>> {
  return new Set((await selectExisting(db, uids)).map(({ id }) => id));
}

export async function storePresences(db: Db, presences: readonly Presence[]): Promise<void> {
  await db
    .insertInto('presence')
    .values(presences.map(({ uid, state, lastChanged }) => ({ userId: uid, state, lastChanged })))
    .onConflict(conflict =>
      conflict.column('userId').doUpdateSet(row => ({
        state: row.ref('excluded.state'),
        lastChanged: row.ref('excluded.lastChanged'),
      })),
    )
    .execute();
}

/** `lastChanged` is `now`, or, if the clock went back, 1 ms after its previous value. */
export async function storeAllOffline(db: Db, now: number): Promise<void> {
  const lastChanged = sql<number>`case when "lastChanged" < ${now} then ${now} else "lastChanged" + 1 end`;
  await db
    .updateTable('presence')
    .set({ state: 'offline', lastChanged })
    .where('state', '=', 'online')
    .execute();
}
