import type { Journal } from '../journal.ts';
import type { Reader } from '../load/reader.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredMessage, type StoredState } from './stored.ts';

/** Each reply answers the message that its sender named, and belongs to the conversation of that one. */
export function checkReplies(journal: Journal, { byKey }: StoredState): Problem[] {
  const replies = journal.getOperations('send_message').filter(({ input }) => input.replyTo !== undefined);
  return replies.flatMap(({ input: { roomId, id, replyTo } }): Problem[] => {
    const row = byKey.get(messageKey(roomId, id));
    const source = byKey.get(messageKey(roomId, replyTo));
    if (!row) return [];
    const isRight = row.rootId === (source?.rootId ?? source?.id);
    // A deleted message keeps its conversation only.
    if (isRight && (row.deletedAt !== null || row.replyTo === replyTo)) return [];
    return [{ fault: 'conversation', what: `${id} answers ${row.replyTo} in ${row.rootId}` }];
  });
}

/** Each conversation shows its first message and all replies that are left, to everyone. */
export function checkConversations(
  readers: readonly Pick<Reader, 'person' | 'conversations'>[],
  { messages }: StoredState,
): Problem[] {
  const left = messages.filter(({ deletedAt }) => deletedAt === null);
  return readers.flatMap(({ person, conversations }) =>
    conversations.stores.flatMap((store): Problem[] => {
      const { rootId } = store.info.get();
      const expected = left.filter(({ id, rootId: own }) => id === rootId || own === rootId).map(describeRow);
      const shown = (store.view.get().log?.messages ?? []).map(({ id, text = null, revision = null }) =>
        describeRow({ id, text, revision }),
      );
      if (shown.join('\n') === expected.join('\n')) return [];
      const what = `${rootId} for ${person.name}: ${shown.length} messages, not ${expected.length}`;
      return [{ fault: 'conversation', what }];
    }),
  );
}

function describeRow({ id, text, revision }: Pick<StoredMessage, 'id' | 'text' | 'revision'>): string {
  return `${id} ${revision} ${text}`;
}
