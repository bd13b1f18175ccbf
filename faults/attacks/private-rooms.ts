import { randomUUID } from 'node:crypto';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { MUTATIONS } from '@snug/server/commands/mutations.ts';
import { openDataFolder, runBatch } from '@snug/server/db/open.ts';
import { sql } from 'kysely';

/** A person can be in 1,000 rooms. */
const ROOMS = 990;
const ROOMS_AT_ONCE = 90;

/** Everyone is in 990 private rooms. */
export async function storePrivateRooms(
  folder: string,
  uids: readonly string[],
  toName: (index: number) => string,
): Promise<void> {
  const { db, unlock } = await openDataFolder(folder);
  const [uid = ''] = await populate(db, { users: 1, rooms: 0, messages: 0 }, () => {});
  const rooms = Array.from({ length: ROOMS }, (_, index) => ({ id: randomUUID(), name: toName(index) }));
  for (let from = 0; from < ROOMS; from += ROOMS_AT_ONCE) {
    const jobs = rooms.slice(from, from + ROOMS_AT_ONCE).map(({ id, name }) => ({
      mutation: 'create_room',
      caller: { uid },
      input: { id, name, description: 'A room', kind: 'private' },
    }));
    const failed = (await runBatch(db, MUTATIONS, jobs)).find(outcome => 'error' in outcome);
    if (failed) throw new Error(JSON.stringify(failed));
  }
  await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
    select r."id", u."id", 'member', 0 from "rooms" r, "users" u
    where r."createdBy" = ${uid} and u."id" in (${sql.join(uids)})`.execute(db);
  await db.destroy();
  unlock();
}
