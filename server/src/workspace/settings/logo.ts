import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const select = prepared<[token: string, picture: string], { bytes: string }>(
  `select "bytes" from "logo_pictures" where "token" = $1 and "picture" = $2`,
);
const insert = prepared<[token: string, picture: string, bytes: string], never>(
  `insert into "logo_pictures" ("token", "picture", "bytes") values ($1, $2, $3)`,
);
const removeAll = prepared<[], never>(`delete from "logo_pictures"`);

export async function findLogoPicture(db: Db, token: string, picture: string): Promise<Buffer | undefined> {
  const [row] = await select(db, token, picture);
  return row && Buffer.from(row.bytes, 'base64');
}

/** In place of all others. `pictures`: in base64, by name. */
export async function storeLogo(
  db: Db,
  token: string,
  pictures: Readonly<Record<string, string>>,
): Promise<void> {
  await removeLogo(db);
  for (const [picture, bytes] of Object.entries(pictures)) await insert(db, token, picture, bytes);
}

export async function removeLogo(db: Db): Promise<void> {
  await removeAll(db);
}
