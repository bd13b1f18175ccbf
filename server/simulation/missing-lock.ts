import type { Row, RowChange } from '../src/testing/concurrency/row-log.ts';

/** A lock that a batch must hold to make this change, and does not. */
export function missingLock(
  { table, before, after }: RowChange,
  holds: (key: string) => boolean,
): string | undefined {
  return [before, after].map(row => row && lockOf(table, row)).find(key => key !== undefined && !holds(key));
}

/** The lock under which a row is written; none for a table that no change of the simulation writes. */
function lockOf(table: string, row: Row): string | undefined {
  if (table === 'files') return row.state === 'unsent' ? person(row.ownerId) : room(row.roomId);
  if (table === 'rooms') return room(row.id);
  if (table === 'users') return person(row.id);
  if ('roomId' in row) return room(row.roomId);
  if ('userId' in row) return person(row.userId);
  return undefined;
}

function room(id: Row[string] = null): string {
  return `room:${id ?? ''}`;
}

function person(id: Row[string] = null): string {
  return `person:${id ?? ''}`;
}
