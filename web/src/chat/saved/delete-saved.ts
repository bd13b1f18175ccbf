import type { Message } from '@snug/protocol';
import type { SavedRow } from './saved-row.ts';

interface Deletion {
  roomId: string;
  seq: number;
  /** When, in ms since 1970. */
  at: number;
}

/** The row without the text and the file of a deleted message. A deleted neighbour leaves it. */
export function deleteSaved(row: SavedRow, { roomId, seq, at }: Deletion): SavedRow {
  if (row.roomId !== roomId) return row;
  const { before, message, after, ...rest } = row;
  const isKept = (neighbour: Message | undefined) => neighbour && neighbour.seq !== seq;
  return {
    ...rest,
    ...(isKept(before) && { before }),
    ...(message && { message: message.seq === seq ? toDeleted(message, at) : message }),
    ...(isKept(after) && { after }),
  };
}

function toDeleted({ id, roomId, seq, changedSeq, author, createdAt }: Message, deletedAt: number): Message {
  return { id, roomId, seq, changedSeq, author, createdAt, deletedAt };
}
