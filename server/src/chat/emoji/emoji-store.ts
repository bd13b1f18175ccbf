import type { CustomEmoji } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db, EmojiTable } from '../../db/schema.ts';
import { deletePicture } from './emoji-pictures.ts';

export type EmojiRow = Selectable<EmojiTable>;

export const EMOJI_COLUMNS = `"name", "key", "picture", "animated", "bytes", "addedBy", "at", "deletedAt", "version"`;
const selectByName = preparedIn<[], EmojiRow>(
  `select ${EMOJI_COLUMNS} from "emoji" where "name" in ($values)`,
);
const selectAfter = prepared<[version: number, limit: number], EmojiRow>(
  `select ${EMOJI_COLUMNS} from "emoji" where "version" > $1 order by "version" limit $2`,
);
const selectNewest = prepared<[], { version: number }>(
  `select "version" from "emoji" where "version" > 0 order by "version" desc limit 1`,
);
// Without a condition on the name, the plan would be a scan. The numbers are bounded.
const countNames = prepared<[], { count: number }>(
  `select count(*) as "count" from "emoji" where "name" > ''`,
);
const countShown = prepared<[], { count: number }>(
  `select count(*) as "count" from "emoji" where "name" > '' and "picture" is not null and "deletedAt" is null`,
);
const countAdded = prepared<[uid: string, after: number], { count: number }>(
  `select count(*) as "count" from "emoji" where "addedBy" = $1 and "at" > $2`,
);
const countOfKey = prepared<[key: string], { count: number }>(
  `select count(*) as "count" from "emoji" where "key" = $1`,
);
const insert = prepared<
  [
    name: string,
    key: string,
    picture: string | null,
    animated: number | null,
    bytes: number | null,
    addedBy: string,
    at: number,
    version: number,
  ],
  never
>(
  `insert into "emoji" ("name", "key", "picture", "animated", "bytes", "addedBy", "at", "version")
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const setDeleted = prepared<[deletedAt: number | null, version: number, name: string], never>(
  `update "emoji" set "deletedAt" = $1, "version" = $2 where "name" = $3`,
);
const forgetPicture = prepared<[name: string], never>(
  `update "emoji" set "picture" = null, "bytes" = null where "name" = $1`,
);
const selectDeletedBefore = prepared<[time: number, limit: number], { name: string; picture: string }>(
  `select "name", "picture" from "emoji" where "picture" is not null and "deletedAt" < $1 order by "deletedAt" limit $2`,
);
/** By name. */
export async function findEmoji(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, EmojiRow>> {
  return new Map((await selectByName(db, names)).map(row => [row.name, row]));
}

/** Those that changed after the version, in the order of their versions. */
export function readEmojiAfter(db: Db, version: number, limit: number): Promise<EmojiRow[]> {
  return selectAfter(db, version, limit);
}

/** 0 if there never was an emoji. */
export async function readEmojiVersion(db: Db): Promise<number> {
  return (await selectNewest(db))[0]?.version ?? 0;
}

export interface EmojiCounts {
  names: number;
  /** Pictures that are not deleted. */
  shown: number;
  /** Names that the person added after a time. */
  added: number;
}

export async function countEmoji(db: Db, uid: string, after: number): Promise<EmojiCounts> {
  const [names, shown, added] = [
    await countNames(db),
    await countShown(db),
    await countAdded(db, uid, after),
  ];
  return { names: names[0]?.count ?? 0, shown: shown[0]?.count ?? 0, added: added[0]?.count ?? 0 };
}

/** Also those that were taken away. */
export async function countNamesOf(db: Db, key: string): Promise<number> {
  return (await countOfKey(db, key))[0]?.count ?? 0;
}

export type NewEmojiRow = Omit<EmojiRow, 'deletedAt'>;

export async function insertEmoji(db: Db, row: NewEmojiRow): Promise<void> {
  const { name, key, picture, animated, bytes, addedBy, at, version } = row;
  await insert(db, name, key, picture, animated, bytes, addedBy, at, version);
}

/** Null restores it. */
export async function storeDeletion(
  db: Db,
  name: string,
  deletedAt: number | null,
  version: number,
): Promise<void> {
  await setDeleted(db, deletedAt, version, name);
}

/** Removes the bytes of a picture. Its names stay. */
export async function erasePicture(
  db: Db,
  { name, picture }: { name: string; picture: string },
): Promise<void> {
  await forgetPicture(db, name);
  await deletePicture(db, picture);
}

/** The first `limit` pictures that were deleted before the time. */
export function listDeletedPictures(
  db: Db,
  before: number,
  limit: number,
): Promise<{ name: string; picture: string }[]> {
  return selectDeletedBefore(db, before, limit);
}

export function presentEmoji({ name, key, picture, animated, deletedAt, version }: EmojiRow): CustomEmoji {
  return {
    name,
    version,
    ...(key !== name && { key }),
    ...(picture !== null && deletedAt === null && { picture }),
    ...(picture !== null && deletedAt === null && animated === 1 && { animated: true }),
    ...(deletedAt !== null && { ended: true }),
  };
}
