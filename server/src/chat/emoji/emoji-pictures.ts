import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const insertPicture = prepared<[picture: string, webp: string, still: string | null], never>(
  `insert into "emoji_pictures" ("picture", "webp", "still") values ($1, $2, $3)`,
);
const selectPicture = prepared<[picture: string], { bytes: string | null }>(
  `select "webp" as "bytes" from "emoji_pictures" where "picture" = $1`,
);
const selectStill = prepared<[picture: string], { bytes: string | null }>(
  `select "still" as "bytes" from "emoji_pictures" where "picture" = $1`,
);
const remove = prepared<[picture: string], never>(`delete from "emoji_pictures" where "picture" = $1`);

/** In base64. */
export interface StoredPicture {
  webp: string;
  still: string | null;
}

export async function storePicture(db: Db, picture: string, { webp, still }: StoredPicture): Promise<void> {
  await insertPicture(db, picture, webp, still);
}

export async function findPicture(db: Db, picture: string, isStill: boolean): Promise<Buffer | undefined> {
  const [row] = await (isStill ? selectStill : selectPicture)(db, picture);
  return row?.bytes ? Buffer.from(row.bytes, 'base64') : undefined;
}

export async function deletePicture(db: Db, picture: string): Promise<void> {
  await remove(db, picture);
}
