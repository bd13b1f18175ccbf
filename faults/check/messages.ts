import type { Journal, Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredMessage, type StoredState } from './stored.ts';

/** Acknowledged messages are stored once, rejected ones are not, and there are no others. */
export function checkMessages(journal: Journal, stored: StoredState): Problem[] {
  const sends = journal.getOperations('send_message');
  return [
    ...sends.flatMap(send => checkSend(send, stored.byKey.get(messageKey(send.input.roomId, send.input.id)))),
    ...checkDuplicateTexts(stored),
    ...checkUnrequested(sends, stored),
    ...checkDeletions(journal, stored),
  ];
}

function checkSend(send: Operation<'send_message'>, row: StoredMessage | undefined): Problem[] {
  const { id, text, fileId } = send.input;
  const what = `${text} (${id})`;
  if (!row) return send.outcome === 'acknowledged' ? [{ fault: 'lost', what }] : [];
  if (send.outcome === 'refused') {
    return [{ fault: 'wrong error', what: `${what}: ${send.refusal?.code}, and stored` }];
  }
  const isGone = row.deletedAt !== null;
  const hasText = row.revision !== null || row.text === text;
  const isSame = row.authorId === send.uid && (isGone || (hasText && (row.fileId ?? undefined) === fileId));
  const differ = send.results.filter(
    ({ message }) => message.id !== id || message.seq !== row.seq || message.createdAt !== row.createdAt,
  );
  return [
    ...(isSame ? [] : [{ fault: 'stored differently' as const, what: `${what}: ${JSON.stringify(row)}` }]),
    ...differ.map(result => ({
      fault: 'results differ' as const,
      what: `${what}: ${JSON.stringify(result)}`,
    })),
  ];
}

/** Writers never repeat a text. */
function checkDuplicateTexts({ messages }: StoredState): Problem[] {
  const byText = Map.groupBy(
    messages.filter(({ text }) => text !== null),
    ({ text }) => text,
  );
  return [...byText]
    .filter(([, rows]) => rows.length > 1)
    .map(([text, rows]) => ({
      fault: 'stored twice',
      what: `${text}: ${rows.map(({ id }) => id).join(', ')}`,
    }));
}

function checkUnrequested(sends: readonly Operation<'send_message'>[], { messages }: StoredState): Problem[] {
  const requested = new Set(sends.map(({ input }) => messageKey(input.roomId, input.id)));
  return messages
    .filter(({ roomId, id }) => !requested.has(messageKey(roomId, id)))
    .map(row => ({ fault: 'not requested', what: JSON.stringify(row) }));
}

function checkDeletions(journal: Journal, { byKey, messages }: StoredState): Problem[] {
  const deletions = journal.getOperations('delete_message').filter(({ outcome }) => outcome !== 'refused');
  const wanted = new Set(deletions.map(({ input }) => messageKey(input.roomId, input.messageId)));
  const undone = deletions.filter(
    ({ input, outcome }) =>
      outcome === 'acknowledged' && byKey.get(messageKey(input.roomId, input.messageId))?.deletedAt === null,
  );
  const unwanted = messages.filter(
    ({ roomId, id, deletedAt }) => deletedAt !== null && !wanted.has(messageKey(roomId, id)),
  );
  return [
    ...undone.map(({ input }) => ({ fault: 'lost' as const, what: `the deletion of ${input.messageId}` })),
    ...unwanted.map(({ id }) => ({ fault: 'not requested' as const, what: `the deletion of ${id}` })),
  ];
}
