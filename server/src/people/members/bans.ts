import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

/** Beyond so many bans, lists show the rooms of further ones. Nobody can read those either. */
const MAX_LISTED_BANS = 1_000;

const selectBans = prepared<[uid: string, now: number, limit: number], { roomId: string }>(
  `select "roomId" from "members" where "userId" = $1 and "bannedUntil" is not null and "bannedUntil" > $2 limit $3`,
);

/** The rooms from which the person is banned. */
export async function listBans(db: Db, uid: string, now: number): Promise<Set<string>> {
  return new Set((await selectBans(db, uid, now, MAX_LISTED_BANS)).map(({ roomId }) => roomId));
}
