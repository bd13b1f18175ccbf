import { isReadBy } from '@snug/client';
import type { ReadState } from '@snug/protocol';
import type { Day, Row } from '../messages/rows.ts';

/** The first message after the cursors that counts as unread. Undefined if the rows do not begin before it, as in a part further down. */
export function findFirstUnread(
  days: readonly Day[],
  read: Pick<ReadState, 'readSeq' | 'conversations'> | undefined,
  hasOlder: boolean,
  isSilent: (uid: string) => boolean,
): Row | undefined {
  const first = days[0]?.rows[0];
  if (read === undefined || (hasOlder && (first?.seq ?? 0) > read.readSeq + 1)) return undefined;
  const isUnread = ({ seq = 0, ...row }: Row) =>
    !isReadBy(read, { ...row, seq }) && row.line !== 'removed' && !isSilent(row.author.uid);
  for (const { rows } of days) {
    const found = rows.find(isUnread);
    if (found) return found;
  }
  return undefined;
}
