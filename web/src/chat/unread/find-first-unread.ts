import type { Day, Row } from '../messages/rows.ts';

/** The first message after `seq` that counts as unread. Undefined if the rows do not begin before it, as in a part further down. */
export function findFirstUnread(
  days: readonly Day[],
  seq: number | undefined,
  hasOlder: boolean,
  isSilent: (uid: string) => boolean,
): Row | undefined {
  const first = days[0]?.rows[0];
  if (seq === undefined || (hasOlder && (first?.seq ?? 0) > seq + 1)) return undefined;
  const isUnread = (row: Row) => (row.seq ?? 0) > seq && row.line !== 'removed' && !isSilent(row.author.uid);
  for (const { rows } of days) {
    const found = rows.find(isUnread);
    if (found) return found;
  }
  return undefined;
}
