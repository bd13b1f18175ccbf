import { describeRetention } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import {
  presentRetention,
  RETENTION_COLUMNS,
  type RetentionRow,
  WORKSPACE,
} from '../../workspace/retention/retention-store.ts';
import type { TrimRules } from '../trims/trim-job.ts';
import type { TrimLimit } from '../trims/trims.ts';
import { isHeld } from './holds.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Between the beginning of a rule and its first use, so that an undo in the last moment comes first. */
const MARGIN_MS = 60_000;

const selectRules = prepared<[roomId: string], RetentionRow>(
  `select ${RETENTION_COLUMNS} from "retention" where "roomId" in ('${WORKSPACE}', $1)`,
);
const selectAny = prepared<[], { roomId: string }>(
  `select "roomId" from "retention" indexed by "retention_timed" where "days" is not null or "formerDays" is not null limit 1`,
);

/** Undefined if everything stays: without a rule that has begun, or in a held room. `now`: of the store. */
export async function getTrimLimit(
  db: Db,
  { id }: { id: string },
  now: number,
): Promise<TrimLimit | undefined> {
  const rows = await selectRules(db, id);
  const [workspace, room] = [WORKSPACE, id].map(scope => {
    const row = rows.find(({ roomId }) => roomId === scope);
    return row && presentRetention(row);
  });
  const { days, keepsPins } = describeRetention(workspace, room, now - MARGIN_MS);
  if (days === undefined || (await isHeld(db, id))) return undefined;
  return { before: now - days * DAY_MS, keepsPins };
}

/** Whether `getTrimLimit` can return anything. */
export async function hasTrimRules(db: Db): Promise<boolean> {
  return (await selectAny(db)).length > 0;
}

export function createTrimRules(read: Db): TrimRules {
  return {
    hasAny: () => hasTrimRules(read),
    getLimit: (room, now) => getTrimLimit(read, room, now),
    isHeld: roomId => isHeld(read, roomId),
  };
}
