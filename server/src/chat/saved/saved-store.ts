import { MAX_SAVED, type Reminder, type Saved, type SavedCursor } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface SavedRow extends SavedCursor {
  remindAt: number | null;
}

const COLUMNS = `"roomId", "messageId", "savedAt", "remindAt"`;

type Key = [uid: string, roomId: string, messageId: string];

const selectOne = prepared<Key, SavedRow>(
  `select ${COLUMNS} from "saved" where "userId" = $1 and "roomId" = $2 and "messageId" = $3`,
);
const selectSome = preparedIn<[uid: string, roomId: string], SavedRow>(
  `select ${COLUMNS} from "saved" where "userId" = $1 and "roomId" = $2 and "messageId" in ($values)`,
);
const selectPage = prepared<
  [uid: string, savedAt: number, roomId: string, messageId: string, limit: number],
  SavedRow
>(
  `select ${COLUMNS} from "saved"
   where "userId" = $1 and ("savedAt", "roomId", "messageId") < ($2, $3, $4)
   order by "savedAt" desc, "roomId" desc, "messageId" desc limit $5`,
);
const selectReminders = prepared<[uid: string, limit: number], Reminder>(
  `select "roomId", "messageId", "remindAt" from "saved" indexed by "saved_reminders"
   where "userId" = $1 and "remindAt" is not null order by "remindAt", "roomId", "messageId" limit $2`,
);
const countRows = prepared<[uid: string, limit: number], { count: number }>(
  `select count(*) as "count" from (select 1 from "saved" where "userId" = $1 limit $2) as "first"`,
);
const upsert = prepared<[...Key, savedAt: number, remindAt: number | null], never>(
  `insert into "saved" ("userId", "roomId", "messageId", "savedAt", "remindAt") values ($1, $2, $3, $4, $5)
   on conflict ("userId", "roomId", "messageId") do update set "remindAt" = excluded."remindAt", "called" = null`,
);
const remove = prepared<Key, never>(
  `delete from "saved" where "userId" = $1 and "roomId" = $2 and "messageId" = $3`,
);
const selectVersion = prepared<[uid: string], { version: number }>(
  `select "version" from "saved_versions" where "userId" = $1`,
);
const raiseVersion = prepared<[uid: string], { version: number }>(
  `insert into "saved_versions" as v ("userId", "version") values ($1, 1)
   on conflict ("userId") do update set "version" = v."version" + 1 returning "version"`,
);

export interface SavedRef {
  uid: string;
  roomId: string;
  messageId: string;
}

export async function findSaved(db: Db, { uid, roomId, messageId }: SavedRef): Promise<Saved | undefined> {
  const [row] = await selectOne(db, uid, roomId, messageId);
  return row && presentSaved(row);
}

/** Those of the messages that the person has saved, by id. */
export async function findSavedAmong(
  db: Db,
  uid: string,
  roomId: string,
  messageIds: readonly string[],
): Promise<Record<string, Saved>> {
  const rows = await selectSome(db, messageIds, uid, roomId);
  return Object.fromEntries(rows.map(row => [row.messageId, presentSaved(row)]));
}

/** The last saved one first. */
export function listSavedRows(
  db: Db,
  uid: string,
  { savedAt, roomId, messageId }: SavedCursor,
  limit: number,
): Promise<SavedRow[]> {
  return selectPage(db, uid, savedAt, roomId, messageId, limit);
}

/** The earliest first. */
export function listReminders(db: Db, uid: string, limit: number): Promise<Reminder[]> {
  return selectReminders(db, uid, limit);
}

export async function hasMaxSaved(db: Db, uid: string): Promise<boolean> {
  const [row] = await countRows(db, uid, MAX_SAVED);
  return (row?.count ?? 0) >= MAX_SAVED;
}

/** 0 for a person who has never saved anything. */
export async function findSavedVersion(db: Db, uid: string): Promise<number> {
  return (await selectVersion(db, uid))[0]?.version ?? 0;
}

/** `saved`: null to remove it. Returns the new version. */
export async function storeSaved(
  db: Db,
  { uid, roomId, messageId }: SavedRef,
  saved: Saved | null,
): Promise<number> {
  if (saved) await upsert(db, uid, roomId, messageId, saved.savedAt, saved.remindAt ?? null);
  else await remove(db, uid, roomId, messageId);
  const [row] = await raiseVersion(db, uid);
  return row?.version ?? 0;
}

export function presentSaved({ savedAt, remindAt }: Pick<SavedRow, 'savedAt' | 'remindAt'>): Saved {
  return { savedAt, ...(remindAt !== null && { remindAt }) };
}
