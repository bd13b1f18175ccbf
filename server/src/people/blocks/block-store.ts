import { MAX_BLOCKS } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const selectBlocks = prepared<[uid: string, limit: number], { blockedId: string }>(
  `select "blockedId" from "blocks" where "userId" = $1 order by "blockedId" limit $2`,
);
const selectBlock = prepared<[uid: string, blockedId: string], { blockedId: string }>(
  `select "blockedId" from "blocks" where "userId" = $1 and "blockedId" = $2`,
);
const countBlocks = prepared<[uid: string, limit: number], { count: number }>(
  `select count(*) as "count" from (select 1 from "blocks" where "userId" = $1 limit $2) as "first"`,
);
const insertBlock = prepared<[uid: string, blockedId: string], never>(
  `insert into "blocks" ("userId", "blockedId") values ($1, $2)`,
);
const deleteBlock = prepared<[uid: string, blockedId: string], never>(
  `delete from "blocks" where "userId" = $1 and "blockedId" = $2`,
);
const selectVersion = prepared<[uid: string], { version: number }>(
  `select "version" from "block_versions" where "userId" = $1`,
);
const raiseVersion = prepared<[uid: string], { version: number }>(
  `insert into "block_versions" as v ("userId", "version") values ($1, 1)
   on conflict ("userId") do update set "version" = v."version" + 1 returning "version"`,
);

/** At most `MAX_BLOCKS`. */
export async function listBlocked(db: Db, uid: string): Promise<string[]> {
  return (await selectBlocks(db, uid, MAX_BLOCKS)).map(({ blockedId }) => blockedId);
}

export async function hasBlocked(db: Db, uid: string, other: string): Promise<boolean> {
  return (await selectBlock(db, uid, other)).length > 0;
}

export async function hasMaxBlocks(db: Db, uid: string): Promise<boolean> {
  const [row] = await countBlocks(db, uid, MAX_BLOCKS);
  return (row?.count ?? 0) >= MAX_BLOCKS;
}

/** 0 for a person who has never blocked anyone. */
export async function findBlocksVersion(db: Db, uid: string): Promise<number> {
  return (await selectVersion(db, uid))[0]?.version ?? 0;
}

/** Returns the new version. */
export async function storeBlock(db: Db, uid: string, other: string, isBlocked: boolean): Promise<number> {
  if (isBlocked) await insertBlock(db, uid, other);
  else await deleteBlock(db, uid, other);
  const [row] = await raiseVersion(db, uid);
  return row?.version ?? 0;
}
