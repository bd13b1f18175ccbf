import type { Presence, Status } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { readPresences } from '../presence/presence-store.ts';
import { findStatuses, type StatusRow } from './status-store.ts';

/** With the statuses and pauses that are not over. Omits people without a stored presence. */
export async function readShownPresences(
  db: Db,
  uids: readonly string[],
  now: number,
): Promise<Map<string, Presence>> {
  const presences = await readPresences(db, uids);
  const statuses = await findStatuses(db, uids);
  return new Map(
    presences.map(presence => [presence.uid, addStatus(presence, statuses.get(presence.uid), now)]),
  );
}

function addStatus(presence: Presence, row: StatusRow | undefined, now: number): Presence {
  if (!row) return presence;
  const status = toStatus(row, now);
  return {
    ...presence,
    ...(status && { status }),
    ...(row.pausedUntil !== null && row.pausedUntil > now && { paused: true as const }),
    statusVersion: row.version,
  };
}

/** Undefined without one, and after its end. */
export function toStatus(
  { emoji, text, until }: Pick<StatusRow, 'emoji' | 'text' | 'until'>,
  now: number,
): Status | undefined {
  if ((emoji === null && text === null) || (until !== null && until <= now)) return undefined;
  return {
    ...(emoji !== null && { emoji }),
    ...(text !== null && { text }),
    ...(until !== null && { until }),
  };
}
