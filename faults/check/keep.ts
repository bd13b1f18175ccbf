import type { Journal, Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredState } from './stored.ts';

/** A message is pinned as all requests for it agreed, except refused ones, and never without a request. */
export function checkPins(journal: Journal, { messages }: StoredState): Problem[] {
  const byMessage = groupByMessage(
    journal.getOperations('set_pin').filter(({ outcome }) => outcome !== 'refused'),
  );
  return messages.flatMap(({ roomId, id, deletedAt, pinnedAt, pinnedBy }): Problem[] => {
    const requests = byMessage.get(messageKey(roomId, id)) ?? [];
    const isPinned = pinnedAt !== null;
    const what = `${id} pinned ${isPinned}`;
    if (isPinned && (deletedAt !== null || !requests.some(({ uid, input }) => uid === pinnedBy && input.on)))
      return [{ fault: 'not requested', what }];
    const [first] = requests;
    const isClear = requests.every(
      ({ outcome, input }) => outcome === 'acknowledged' && input.on === first?.input.on,
    );
    if (!first || !isClear || deletedAt !== null || isPinned === first.input.on) return [];
    return [{ fault: 'lost', what }];
  });
}

/** Each person's saved messages are those of their last requests, with the last reminder. */
export function checkSaved(journal: Journal, { saved, byKey }: StoredState): Problem[] {
  const rows = new Map(saved.map(row => [`${row.userId} ${messageKey(row.roomId, row.messageId)}`, row]));
  const byPerson = Map.groupBy(
    journal.getOperations('set_saved'),
    ({ uid, input }) => `${uid} ${messageKey(input.roomId, input.messageId)}`,
  );
  const unknown = [...rows.keys()].filter(key => !byPerson.has(key));
  return [
    ...unknown.map(what => ({ fault: 'not requested' as const, what })),
    ...[...byPerson].flatMap(([key, requests]): Problem[] => {
      const last = requests.at(-1);
      const isDeleted = byKey.get(key.slice(key.indexOf(' ') + 1))?.deletedAt !== null;
      if (!last || isDeleted || requests.some(({ outcome }) => outcome !== 'acknowledged')) return [];
      const row = rows.get(key);
      const { on, remindAt } = last.input;
      const isRight = on ? row !== undefined && row.remindAt === remindAt : row === undefined;
      return isRight ? [] : [{ fault: 'lost', what: `saved ${JSON.stringify(last.input)}` }];
    }),
  ];
}

function groupByMessage(operations: readonly Operation<'set_pin'>[]) {
  return Map.groupBy(operations, ({ input }) => messageKey(input.roomId, input.messageId));
}
