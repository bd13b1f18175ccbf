import { MAX_OUTSIDE_MENTIONS } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const PERIOD_MS = 3_600_000;

const selectOwner = prepared<[uid: string], { ownerId: string }>(
  `select coalesce("ownerId", "id") as "ownerId" from "users" where "id" = $1`,
);
const selectTimes = prepared<[ownerId: string], { times: string }>(
  `select "times" from "outside_mentions" where "userId" = $1`,
);
const storeTimes = prepared<[ownerId: string, times: string], never>(
  `insert into "outside_mentions" ("userId", "times") values ($1, $2)
   on conflict ("userId") do update set "times" = excluded."times"`,
);

/**
 * Counts mentions of people outside a room for the author's owner, who shares them with all their bots. A mention that ends still counts.
 * Returns how many of `wanted` are within the limit of an hour. The caller holds the owner's lock.
 */
export async function takeOutsideMentions(
  db: Db,
  authorId: string,
  wanted: number,
  now: number,
): Promise<number> {
  if (wanted === 0) return 0;
  const [author] = await selectOwner(db, authorId);
  const ownerId = author?.ownerId ?? authorId;
  const [row] = await selectTimes(db, ownerId);
  const times = (JSON.parse(row?.times ?? '[]') as number[]).filter(at => at > now - PERIOD_MS);
  const taken = Math.min(wanted, MAX_OUTSIDE_MENTIONS - times.length);
  if (taken <= 0) return 0;
  await storeTimes(db, ownerId, JSON.stringify([...times, ...Array.from({ length: taken }, () => now)]));
  return taken;
}
