import { populate } from '@snug/server/app/seed/bulk.ts';
import { openDataFolder } from '@snug/server/db/open.ts';
import { sql } from 'kysely';

const ROOMS = 50;
const MESSAGES = 3_000;

/** Everyone is in 50 rooms, has marked them as unread from the beginning, and has blocked the author of all their messages. */
export async function storeLongRooms(folder: string, uids: readonly string[]): Promise<void> {
  const { db, unlock } = await openDataFolder(folder);
  const counts = { users: 1, rooms: ROOMS, messages: ROOMS * MESSAGES };
  const [author = ''] = await populate(db, counts, () => {});
  const rooms = await db.selectFrom('rooms').select('id').where('createdBy', '=', author).execute();
  await db
    .insertInto('blocks')
    .values(uids.map(userId => ({ userId, blockedId: author })))
    .execute();
  for (const { id } of rooms) {
    await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
      select ${id}, "id", 'member', 0 from "users" where "id" in (${sql.join(uids)})`.execute(db);
    await sql`insert into "reads" ("userId", "roomId", "seq", "version")
      select "id", ${id}, 0, 2 from "users" where "id" in (${sql.join(uids)})`.execute(db);
  }
  await db.destroy();
  unlock();
}
