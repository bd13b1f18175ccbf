import type { Journal, Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredMessage, type StoredState } from './stored.ts';

type Edit = Operation<'edit_message'>;

/** Each message has the text and the revision of its last edit, and no retry of an edit or of a send was a conflict. */
export function checkMessageEdits(journal: Journal, { messages, byKey }: StoredState): Problem[] {
  const byMessage = Map.groupBy(journal.getOperations('edit_message'), ({ input }) =>
    messageKey(input.roomId, input.id),
  );
  const edited = messages.filter(({ deletedAt, revision }) => deletedAt === null && revision !== null);
  return [
    ...edited
      .filter(({ roomId, id }) => !byMessage.has(messageKey(roomId, id)))
      .map(({ id }) => ({ fault: 'not requested' as const, what: `an edit of ${id}` })),
    ...[...byMessage].flatMap(([key, edits]) => {
      const row = byKey.get(key);
      return [...checkConflicts(edits, row), ...(row?.deletedAt === null ? checkText(edits, row) : [])];
    }),
  ];
}

/** An author edits one message after the other, and so knows the last result. */
function checkConflicts(edits: readonly Edit[], row: StoredMessage | undefined): Problem[] {
  const refused = edits.filter(({ refusal }) => refusal);
  return refused.flatMap((edit): Problem[] => {
    const before = edits.slice(0, edits.indexOf(edit));
    const isConflict = before.some(earlier => getRevision(earlier) > edit.input.revision);
    const isExpected = edit.refusal?.code === 'stale' ? isConflict : row?.deletedAt !== null;
    // It was stored, and then reported as a conflict with itself.
    const isOwn = edit.outcome === 'acknowledged' && edit.refusal?.code === 'stale';
    if (isExpected && !isOwn) return [];
    return [{ fault: 'wrong error', what: `${edit.refusal?.code} for ${JSON.stringify(edit.input)}` }];
  });
}

function checkText(edits: readonly Edit[], { id, text, revision }: StoredMessage): Problem[] {
  const granted = edits.filter(({ outcome }) => outcome !== 'refused');
  const last = granted.at(-1);
  // An edit without a result may or may not have run.
  if (!last || granted.some(({ outcome }) => outcome === 'unknown')) return [];
  // Each edit counts once, however often it arrives.
  if (text === last.input.text && revision === granted.length) return [];
  const what = `${id} is ${text} after ${revision} edits, not ${last.input.text} after ${granted.length}`;
  return [{ fault: 'edit', what }];
}

/** That of the first result: results of later retries are about the message as it is then. */
function getRevision({ results }: Edit): number {
  return Math.min(...results.map(({ message }) => message.revision ?? 0));
}
