import type { ImportedMessage } from '../import-source.ts';
import { type Ledger, ROOM_KINDS, type RoomKind } from '../ledger.ts';

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

/** The same for messages of an earlier import. */
export function skipKnown(ledger: Ledger, messages: readonly ImportedMessage[], room: string): void {
  const sums: Record<RoomKind, number> = { message: 0, file: 0, mention: 0, reaction: 0, pin: 0 };
  for (const message of messages) {
    const counts = countParts(message);
    for (const kind of ROOM_KINDS) sums[kind] += counts[kind];
  }
  for (const kind of ROOM_KINDS)
    if (sums[kind] > 0) ledger.skip({ kind, reason: 'already_here', room }, sums[kind]);
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
