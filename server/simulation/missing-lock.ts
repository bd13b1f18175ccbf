import type { Row, RowChange } from '../src/testing/concurrency/row-log.ts';

/** A lock that a batch must hold for this change, and does not hold. */
export function findMissingLock(
  { table, before, after }: RowChange,
  holds: (key: string) => boolean,
): string | undefined {
  return [before, after]
    .map(row => row && getLockKey(table, row))
    .find(key => key !== undefined && !holds(key));
}

/** Each statement that writes one of their rows compares and sets, or counts up. */
const COMPARED: ReadonlySet<string> = new Set([
  'reads',
  'own_conversations',
  'follow_versions',
  'saved_versions',
]);

/** The lock that protects a row; undefined for a table that the simulation never writes. */
function getLockKey(table: string, row: Row): string | undefined {
  if (COMPARED.has(table)) return undefined;
  if (table === 'files') return row.state === 'unsent' ? toPersonKey(row.ownerId) : toRoomKey(row.roomId);
  if (table === 'rooms') return toRoomKey(row.id);
  if (table === 'users') return toPersonKey(row.id);
  if ('roomId' in row) return toRoomKey(row.roomId);
  if ('userId' in row) return toPersonKey(row.userId);
  return undefined;
}

function toRoomKey(id: Row[string] = null): string {
  return `room:${id ?? ''}`;
}

function toPersonKey(id: Row[string] = null): string {
  return `person:${id ?? ''}`;
}
