import type { ReadState } from '@snug/protocol';

/** Of the "New" line. */
export interface LinePlace {
  /** The line stands after it. Undefined without a line. */
  seq: number | undefined;
  /** Cursors of conversations: the line stands before none of the messages that they cover. */
  conversations?: ReadState['conversations'];
  /** Of messages after the line. */
  count: number;
  /** The read cursor. */
  readSeq: number;
  /** The server had sent the changes since the room was open last. */
  isSynced: boolean;
  /** The person has read these messages, or wants to do so later. */
  isDone?: boolean;
}

interface PageState {
  /** Nobody looks at the page. */
  isAway: boolean;
  isSynced: boolean;
}

/**
 * The line is placed when the room opens. Later it moves only for messages that came while nobody looked, or if its person
 * moved the cursor back. Returns `line` itself if nothing changes.
 */
export function placeLine(
  line: LinePlace | undefined,
  { readSeq, unread, conversations }: Pick<ReadState, 'readSeq' | 'unread' | 'conversations'>,
  { isAway, isSynced }: PageState,
): LinePlace {
  if (!line || mustMove(line, { readSeq, unread }, isAway))
    return { seq: unread > 0 ? readSeq : undefined, conversations, count: unread, readSeq, isSynced };
  // Read messages count as new until the room is left.
  const shown = readSeq === line.seq ? { count: unread, conversations } : {};
  const next = { ...line, ...shown, readSeq, isSynced: line.isSynced || isSynced };
  const isSame =
    next.count === line.count &&
    next.conversations === line.conversations &&
    readSeq === line.readSeq &&
    next.isSynced === line.isSynced;
  return isSame ? line : next;
}

function mustMove(
  { seq, readSeq: before, isSynced }: LinePlace,
  { readSeq, unread }: Pick<ReadState, 'readSeq' | 'unread'>,
  isAway: boolean,
): boolean {
  const isOpening = !isSynced && seq === undefined;
  return readSeq < before || (unread > 0 && readSeq !== seq && (isAway || isOpening));
}
