import type { ImportedMessage } from '../import-source.ts';
import type { Ledger, RoomKind } from '../ledger.ts';

/** Counts a message that does not come, with all that belongs to it. */
export function skipMessage(ledger: Ledger, message: ImportedMessage, reason: string, room: string): void {
  if (!message.extra) ledger.skip({ kind: 'message', reason, room, at: message.at, item: message });
  skipParts(ledger, message, reason, room);
}

/** What belongs to the message, without the message. */
export function skipParts(ledger: Ledger, message: ImportedMessage, reason: string, room: string): void {
  const { message: _, ...parts } = countParts(message);
  for (const [kind, count] of Object.entries(parts) as [RoomKind, number][])
    if (count > 0) ledger.skip({ kind, reason, room, at: message.at }, count);
}

/** As the ledger counts them. */
export function countParts(message: ImportedMessage): Record<RoomKind, number> {
  const { extra, file, mentions = [], pinned } = message;
  return {
    message: extra ? 0 : 1,
    file: file === undefined ? 0 : 1,
    mention: mentions.length,
    reaction: countReactions(message),
    pin: pinned ? 1 : 0,
  };
}

export function countReactions({ reactions }: Pick<ImportedMessage, 'reactions'>): number {
  let count = 0;
  for (const emoji in reactions) count += reactions[emoji]?.length ?? 0;
  return count;
}
