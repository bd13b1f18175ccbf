import type { Row, RowChange } from '../src/testing/concurrency/row-log.ts';

/** Throws unless reading raises cursors, and marking as unread lowers them. Somebody who joins begins at the end of the room. */
export function assertCursorChanges(changes: readonly RowChange[]): void {
  const joined = new Set(
    changes.flatMap(({ table, after }) => (table === 'members' && after?.role ? [toKey(after)] : [])),
  );
  const lowered = new Set<string>();
  for (const { table, before, after } of changes) {
    if (!before || !after || joined.has(toKey(after))) continue;
    const [from, to] = [Number(before.seq), Number(after.seq)];
    if (table === 'reads' && before.version !== after.version) {
      lowered.add(toKey(after));
      if (to > from)
        throw new Error(`marking ${toKey(after)} as unread raised its cursor from ${from} to ${to}`);
    } else if (table === 'reads' && to < from)
      throw new Error(`reading ${toKey(after)} lowered its cursor from ${from} to ${to}`);
    else if (table === 'own_conversations' && (lowered.has(toKey(after)) ? to > from : to < from))
      throw new Error(`the cursor of ${after.rootId} for ${after.userId} went from ${from} to ${to}`);
  }
}

function toKey({ userId, roomId }: Row): string {
  return `${userId} in ${roomId}`;
}
