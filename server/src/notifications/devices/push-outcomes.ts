import type { PushProblem } from '@snug/protocol';
import type { Mutation, Mutations, Publication } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { PushOutcome } from '../push-sender.ts';
import { createDevicesChanged } from './devices-changed.ts';

/** A success is stored at most so often: the pushes of a busy room are far more frequent. */
const SUCCESS_INTERVAL_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 5 * 60_000;
/** A device that fails for so long ends. */
const FAILING_MS = 3 * 24 * 60 * 60_000;
/** The server never sends there. */
const FINAL_PROBLEMS: ReadonlySet<string> = new Set<PushProblem>(['invalid_url', 'forbidden_address']);

export interface DeviceOutcome {
  deviceId: string;
  outcome: PushOutcome;
}

// A device that failed stays due: its next attempt has what it missed meanwhile.
const succeed = prepared<[id: string, now: number, before: number], never>(
  `update "push_devices" set "lastSuccessAt" = $2, "problem" = null, "status" = null
   where "id" = $1 and ("lastSuccessAt" is null or "lastSuccessAt" < $3 or "problem" is not null)`,
);
const fail = prepared<
  [id: string, now: number, problem: string, status: number | null, grows: number],
  { failures: number; failingSince: number }
>(
  `update "push_devices" set "failures" = case when $5 = 1 or "failures" = 0 then "failures" + 1 else "failures" end, "failingSince" = coalesce("failingSince", $2), "problem" = $3, "status" = $4
   where "id" = $1 returning "failures", "failingSince"`,
);
const setDue = prepared<[id: string, dueAt: number], never>(
  `update "push_devices" set "dueAt" = $2 where "id" = $1`,
);
const setProblem = prepared<[id: string, problem: string, status: number], never>(
  `update "push_devices" set "problem" = $2, "status" = $3 where "id" = $1`,
);
const remove = prepared<[id: string], { userId: string }>(
  `delete from "push_devices" where "id" = $1 returning "userId"`,
);

/**
 * Stores the outcomes of pushes: a device without its subscription ends, and a device that fails waits with a growing delay. Returns
 * the events for those whose devices ended.
 */
export async function storeOutcomes(
  db: Db,
  now: number,
  outcomes: readonly DeviceOutcome[],
): Promise<Publication[]> {
  const ended = new Set<string>();
  // In one order, so that two servers do not wait for each other.
  for (const { deviceId, outcome } of outcomes.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1))) {
    if (!(await storeOutcome(db, now, deviceId, outcome))) continue;
    const [row] = await remove(db, deviceId);
    if (row) ended.add(row.userId);
  }
  return [...ended].map(createDevicesChanged);
}

/** Returns whether the device ends. */
async function storeOutcome(db: Db, now: number, id: string, outcome: PushOutcome): Promise<boolean> {
  const { kind } = outcome;
  if (kind === 'gone') return true;
  if (kind === 'later') return storeFailure(db, now, id, { problem: 'busy', delayMs: outcome.retryAfterMs });
  if (kind === 'failed') return FINAL_PROBLEMS.has(outcome.problem) || storeFailure(db, now, id, outcome);
  if (kind === 'accepted') await succeed(db, id, now, now - SUCCESS_INTERVAL_MS);
  // Of this push only: the next one can be smaller.
  else await setProblem(db, id, 'too_large', 413);
  return false;
}

async function storeFailure(
  db: Db,
  now: number,
  id: string,
  { problem, status, delayMs }: { problem: string; status?: number; delayMs?: number },
): Promise<boolean> {
  // A service that names a delay responds, and a busy server is no failure of the device.
  const [row] = await fail(db, id, now, problem, status ?? null, delayMs === undefined ? 1 : 0);
  if (!row) return false;
  await setDue(db, id, now + (delayMs ?? getDelay(row.failures)));
  return now - row.failingSince >= FAILING_MS;
}

function getDelay(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20));
}

/** Of pushes that are part of no other change. */
const storePushOutcomes: Mutation<{ outcomes: readonly DeviceOutcome[] }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { outcomes }) {
    return { output: {}, publications: await storeOutcomes(db, now, outcomes) };
  },
};

export const STORE_OUTCOME_MUTATIONS = { store_push_outcomes: storePushOutcomes } satisfies Mutations;
