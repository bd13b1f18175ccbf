import type { ImportedMessage } from '../import-source.ts';
import type { Ledger, LedgerKind } from '../ledger.ts';

/** Counts a message that does not come, with all that belongs to it. */
export function skipMessage(ledger: Ledger, message: ImportedMessage, reason: string, room: string): void {
  if (!message.extra) ledger.skip({ kind: 'message', reason, room, at: message.at, item: message });
  skipParts(ledger, message, reason, room);
}

/** What belongs to the message, without the message. */
export function skipParts(ledger: Ledger, message: ImportedMessage, reason: string, room: string): void {
  const { at } = message;
  const skip = (kind: LedgerKind, count: number) => {
    if (count > 0) ledger.skip({ kind, reason, room, at }, count);
  };
  skip('file', message.file === undefined ? 0 : 1);
  skip('mention', message.mentions?.length ?? 0);
  skip('reaction', countReactions(message));
  skip('pin', message.pinned ? 1 : 0);
}

/** The same for messages of an earlier import. */
export function skipKnown(ledger: Ledger, messages: readonly ImportedMessage[], room: string): void {
  const skip = (kind: LedgerKind, count: number) => {
    if (count > 0) ledger.skip({ kind, reason: 'already_here', room }, count);
  };
  const sum = (count: (message: ImportedMessage) => number) =>
    messages.reduce((total, message) => total + count(message), 0);
  skip(
    'message',
    sum(({ extra }) => (extra ? 0 : 1)),
  );
  skip(
    'file',
    sum(({ file }) => (file === undefined ? 0 : 1)),
  );
  skip(
    'mention',
    sum(({ mentions }) => mentions?.length ?? 0),
  );
  skip('reaction', sum(countReactions));
  skip(
    'pin',
    sum(({ pinned }) => (pinned ? 1 : 0)),
  );
}

export function countReactions({ reactions }: Pick<ImportedMessage, 'reactions'>): number {
  let count = 0;
  for (const emoji in reactions) count += reactions[emoji]?.length ?? 0;
  return count;
}
