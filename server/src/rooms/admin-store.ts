import { MAX_ADMINS } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const adminOf = prepared<[roomId: string, uid: string], { userId: string }>(
  `select "userId" from "room_admins" where "roomId" = $1 and "userId" = $2`,
);

export async function isAdmin(db: Db, roomId: string, uid: string): Promise<boolean> {
  return (await adminOf(db, roomId, uid)).length > 0;
}

/** The ids of a room's admins, in a steady order: at most `MAX_ADMINS`. */
export async function listAdmins(db: Db, roomId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('room_admins')
    .select('userId')
    .where('roomId', '=', roomId)
    .orderBy('userId')
    .limit(MAX_ADMINS)
    .execute();
  return rows.map(row => row.userId);
}

/** Makes it so that the person is an admin of the room, or is not. False where it was so already. */
export async function storeAdmin(db: Db, roomId: string, userId: string, admin: boolean): Promise<boolean> {
  const rows = admin
    ? await db
        .insertInto('room_admins')
        .values({ roomId, userId })
        .onConflict(conflict => conflict.doNothing())
        .returning('userId')
        .execute()
    : await db
        .deleteFrom('room_admins')
        .where('roomId', '=', roomId)
        .where('userId', '=', userId)
        .returning('userId')
        .execute();
  return rows.length > 0;
}
