import { MAX_UNREAD_AT_END, type ReadState } from '@snug/protocol';
import type { SavedScroll } from '../../state/saved-scroll.ts';

/**
 * Where a room opens: at its end, or after a seq. Undefined: where its reader left it, or else at its end. A reader who left it
 * among its unread messages returns to them.
 */
export function chooseStart(
  read: Pick<ReadState, 'readSeq' | 'unread'> | undefined,
  saved: Pick<SavedScroll, 'seq'> | undefined,
): 'end' | number | undefined {
  if (!read || read.unread === 0 || (saved && saved.seq > read.readSeq)) return undefined;
  return read.unread > MAX_UNREAD_AT_END ? read.readSeq : 'end';
}
