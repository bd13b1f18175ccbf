import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { SharedRates } from '../../limits/shared-rates.ts';
import type { JobDefinition } from '../jobs/job-runner.ts';

const NOW = sql.raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint');

const SWEEP_INTERVAL_MS = 10 * 60_000;
const SWEEP_SIZE = 1_000;

export function createSharedRates(db: Db): SharedRates {
  return {
    take: (key, costMs, burstMs) => takeRate(db, key, costMs, burstMs),

    async refund(key, costMs) {
      await sql`update "rates" set "fullAt" = "fullAt" - ${costMs}::bigint where "key" = ${key}`.execute(db);
    },

    async reset(key) {
      await sql`delete from "rates" where "key" = ${key}`.execute(db);
    },
  };
}

async function takeRate(db: Db, key: string, costMs: number, burstMs: number): Promise<number> {
  // A new key has no row to compare with.
  if (costMs > burstMs) return costMs - burstMs;
  const { rows } = await sql<{ taken: number; fullInMs: number | null }>`
    with "taken" as (
      insert into "rates" as "rate" ("key", "fullAt") values (${key}, ${NOW} + ${costMs}::bigint)
      on conflict ("key") do update set "fullAt" = greatest("rate"."fullAt", ${NOW}) + ${costMs}::bigint
      where greatest("rate"."fullAt" - ${NOW}, 0) + ${costMs}::bigint <= ${burstMs}::bigint
      returning 1
    )
    select (select count(*) from "taken") as "taken",
      (select "fullAt" - ${NOW} from "rates" where "key" = ${key}) as "fullInMs"`.execute(db);
  const [row] = rows;
  if (!row || row.taken > 0) return 0;
  return Math.max(1, Math.max(row.fullInMs ?? 0, 0) + costMs - burstMs);
}

export function createRateSweep(db: Db): JobDefinition {
  return {
    kind: 'rate_sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    async step() {
      const { rows } = await sql`delete from "rates" where "key" in (
        select "key" from "rates" where "fullAt" <= ${NOW} limit ${SWEEP_SIZE}
      ) and "fullAt" <= ${NOW} returning 1`.execute(db);
      return rows.length === SWEEP_SIZE ? '' : undefined;
    },
  };
}
