import type { TokenRoomTable, TokenTable } from '../../db/account-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type RoomTokenRow = Pick<TokenTable, 'createdBy' | 'userId' | 'createdAt' | 'expiresAt'> & {
  programId: string;
  lastUsedAt: number | null;
};
type ScopedToken = Pick<TokenTable, 'id' | 'createdBy' | 'userId'>;

/** After all ids. */
const END = '~';

const selectInRoom = prepared<[roomId: string, before: string, limit: number], RoomTokenRow>(
  `select r."programId" as "programId", t."createdBy" as "createdBy", t."userId" as "userId", t."createdAt" as "createdAt",
     t."expiresAt" as "expiresAt", t."lastUsedAt" as "lastUsedAt"
   from "token_rooms" r join "tokens" t on t."id" = r."tokenId"
   where r."roomId" = $1 and r."programId" < $2 order by r."programId" desc limit $3`,
);
const select = prepared<[roomId: string, programId: string], ScopedToken>(
  `select t."id" as "id", t."createdBy" as "createdBy", t."userId" as "userId"
   from "token_rooms" r join "tokens" t on t."id" = r."tokenId" where r."roomId" = $1 and r."programId" = $2`,
);
const removeAll = prepared<[tokenId: string], TokenRoomTable>(
  `delete from "token_rooms" where "tokenId" = $1 returning "roomId", "programId", "tokenId"`,
);
const setScope = prepared<[id: string, newId: string, roomIds: string], never>(
  `update "tokens" set "id" = $2, "roomIds" = $3 where "id" = $1`,
);

/** Those that name the room, the newest first, also expired ones. */
export function listTokensInRoom(
  db: Db,
  roomId: string,
  before = END,
  limit: number,
): Promise<RoomTokenRow[]> {
  return selectInRoom(db, roomId, before, limit);
}

/** Undefined if the token does not name the room. */
export async function findTokenInRoom(
  db: Db,
  roomId: string,
  programId: string,
): Promise<ScopedToken | undefined> {
  return (await select(db, roomId, programId))[0];
}

/** Empty after the removal from the last room. */
export function parseRoomIds(roomIds: string): string[] {
  return roomIds === '' ? [] : roomIds.split(' ');
}

export function insertTokenRooms(db: Db, tokenId: string, roomIds: readonly string[]): Promise<void> {
  return insertRows(
    db,
    roomIds.map(roomId => ({ roomId, programId: tokenId, tokenId })),
  );
}

async function insertRows(db: Db, rows: readonly TokenRoomTable[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('token_rooms').values(rows).execute();
}

/** `newId`: sockets with the old id end, because they keep the scope that they began with. The secret stays. */
export async function removeTokenRoom(db: Db, id: string, roomId: string, newId: string): Promise<void> {
  const left = (await removeAll(db, id)).filter(row => row.roomId !== roomId);
  await setScope(db, id, newId, left.map(row => row.roomId).join(' '));
  await insertRows(
    db,
    left.map(row => ({ ...row, tokenId: newId })),
  );
}
