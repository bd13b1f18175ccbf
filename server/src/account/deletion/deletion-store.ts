import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

/** The kind of the job that erases deleted accounts. */
export const ERASURE_JOB = 'account_erasure';

/** `roomId`: the last finished room. `seq`: how far the next one is examined. */
export interface AccountDeletion {
  uid: string;
  erasesWords: number | null;
  roomId: string;
  seq: number;
}

const insert = prepared<[uid: string, requestedAt: number, erasesWords: number | null], never>(
  `insert into "account_deletions" ("userId", "requestedAt", "erasesWords") values ($1, $2, $3) on conflict do nothing`,
);
const selectFirst = prepared<[], AccountDeletion>(
  `select "userId" as "uid", "erasesWords", "roomId", "seq" from "account_deletions"
   where "requestedAt" > 0 order by "requestedAt", "userId" limit 1`,
);
const selectByPerson = prepared<[uid: string], AccountDeletion>(
  `select "userId" as "uid", "erasesWords", "roomId", "seq" from "account_deletions" where "userId" = $1`,
);
const updatePosition = prepared<[roomId: string, seq: number, uid: string], never>(
  `update "account_deletions" set "roomId" = $1, "seq" = $2 where "userId" = $3`,
);
const remove = prepared<[uid: string], never>(`delete from "account_deletions" where "userId" = $1`);
const selectNextRoom = prepared<[uid: string, after: string], { roomId: string }>(
  `select "roomId" from "members" where "userId" = $1 and "roomId" > $2 order by "roomId" limit 1`,
);

export async function insertDeletion(db: Db, uid: string, now: number, erasesWords: boolean): Promise<void> {
  await insert(db, uid, now, erasesWords ? 1 : null);
}

/** The one that was requested first. */
export async function findFirstDeletion(db: Db): Promise<AccountDeletion | undefined> {
  return (await selectFirst(db))[0];
}

export async function findDeletion(db: Db, uid: string): Promise<AccountDeletion | undefined> {
  return (await selectByPerson(db, uid))[0];
}

/** Also of a person who only left the room or was banned from it. */
export async function findNextRoom(
  db: Db,
  { uid, roomId }: Pick<AccountDeletion, 'uid' | 'roomId'>,
): Promise<string | undefined> {
  return (await selectNextRoom(db, uid, roomId))[0]?.roomId;
}

export async function moveDeletion(
  db: Db,
  uid: string,
  position: Pick<AccountDeletion, 'roomId' | 'seq'>,
): Promise<void> {
  await updatePosition(db, position.roomId, position.seq, uid);
}

export async function finishDeletion(db: Db, uid: string): Promise<void> {
  await remove(db, uid);
}
