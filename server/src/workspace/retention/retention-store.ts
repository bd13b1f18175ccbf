import type { Retention } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { RetentionTable } from '../../db/retention-tables.ts';
import type { Db } from '../../db/schema.ts';

export type RetentionRow = Selectable<RetentionTable>;

/** The key of the workspace's rule. No room has this id. */
export const WORKSPACE = '';

export const RETENTION_COLUMNS =
  '"roomId", "days", "formerDays", "begins", "keepsPins", "pinsUntil", "version"';
const select = prepared<[roomId: string], RetentionRow>(
  `select ${RETENTION_COLUMNS} from "retention" where "roomId" = $1`,
);
const upsert = prepared<
  [
    roomId: string,
    days: number | null,
    formerDays: number | null,
    begins: number | null,
    keepsPins: number | null,
    pinsUntil: number | null,
    version: number,
  ],
  never
>(
  `insert into "retention" (${RETENTION_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict ("roomId") do update set "days" = $2, "formerDays" = $3, "begins" = $4, "keepsPins" = $5,
     "pinsUntil" = $6, "version" = $7`,
);
const remove = prepared<[roomId: string], never>(`delete from "retention" where "roomId" = $1`);

export async function findRetention(db: Db, roomId: string): Promise<RetentionRow | undefined> {
  const [row] = await select(db, roomId);
  return row;
}

export async function storeRetention(db: Db, row: RetentionRow): Promise<void> {
  const { roomId, days, formerDays, begins, keepsPins, pinsUntil, version } = row;
  await upsert(db, roomId, days, formerDays, begins, keepsPins, pinsUntil, version);
}

export async function removeRetention(db: Db, roomId: string): Promise<void> {
  await remove(db, roomId);
}

export function presentRetention(row: RetentionRow): Retention {
  const { days, formerDays, begins, keepsPins, pinsUntil, version } = row;
  return {
    ...(days !== null && { days }),
    ...(begins !== null && { begins }),
    ...(formerDays !== null && { formerDays }),
    ...(keepsPins === 1 && { keepsPins: true as const }),
    ...(pinsUntil !== null && { pinsUntil }),
    version,
  };
}
