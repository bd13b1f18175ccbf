import { stableStringify } from '@snug/testkit/compare.ts';
import type { Journal, Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredState } from './stored.ts';

/** What a room says of its messages is what they are: the last one, and who wrote. */
export function checkRooms(stored: StoredState): Problem[] {
  return stored.rooms.flatMap(room => {
    const left = stored.messages.filter(({ roomId, deletedAt }) => roomId === room.id && deletedAt === null);
    const last = left.at(-1)?.seq ?? null;
    const counts = Map.groupBy(left, ({ authorId }) => authorId);
    const wrong = stored.writers.filter(
      ({ roomId, userId, messageCount }) =>
        roomId === room.id && messageCount !== (counts.get(userId)?.length ?? 0),
    );
    return [
      ...(room.lastMessageSeq === last
        ? []
        : [{ fault: 'last message' as const, what: `${room.lastMessageSeq}, not ${last}, in ${room.id}` }]),
      ...wrong.map(({ userId }) => ({
        fault: 'writers of a room' as const,
        what: `${userId} in ${room.id}`,
      })),
    ];
  });
}

/** The counts of each message are those of its reactions, and these are what people wanted last. */
export function checkReactions(journal: Journal, stored: StoredState): Problem[] {
  const miscounted = stored.messages.flatMap((row): Problem[] => {
    const rows = [...(stored.reactions.get(messageKey(row.roomId, row.id)) ?? [])];
    const counts = Map.groupBy(rows, one => one.slice(one.indexOf(' ') + 1));
    const expected = Object.fromEntries([...counts].map(([emoji, all]) => [emoji, all.length]));
    const isRight = stableStringify(JSON.parse(row.reactions ?? '{}')) === stableStringify(expected);
    return isRight ? [] : [{ fault: 'reactions', what: `${row.id} counts ${row.reactions}` }];
  });
  const byPerson = Map.groupBy(
    journal.getOperations('set_reaction'),
    ({ uid, input }) => `${uid} ${input.emoji} ${messageKey(input.roomId, input.messageId)}`,
  );
  return [...miscounted, ...[...byPerson.values()].flatMap(wishes => checkReactionRequests(wishes, stored))];
}

/** The reactions of one person to one message with one emoji. */
function checkReactionRequests(
  requests: readonly Operation<'set_reaction'>[],
  { byKey, reactions }: StoredState,
): Problem[] {
  const granted = requests.filter(({ outcome }) => outcome !== 'refused');
  const last = granted.at(-1);
  if (!last) return [];
  const { roomId, messageId, emoji, on } = last.input;
  const key = messageKey(roomId, messageId);
  // With the message, its reactions are gone; and of what was not answered for, nobody knows whether it was done.
  if (byKey.get(key)?.deletedAt !== null || granted.some(({ outcome }) => outcome === 'unknown')) return [];
  if ((reactions.get(key)?.has(`${last.uid} ${emoji}`) ?? false) === on) return [];
  return [{ fault: 'reactions', what: `${last.uid} wanted ${emoji} ${on} of ${messageId}` }];
}

/** A room is called as the last edit that was answered for has it, and an admin is who everyone wanted to be one. */
export function checkEdits(journal: Journal, stored: StoredState): Problem[] {
  const edits = stored.rooms.flatMap(({ id, name }) => {
    const answers = journal
      .getOperations('edit_room')
      .flatMap(({ results }) => results.map(({ room }) => room));
    // Where its answer got lost, an edit was repeated: each is answered with the room as it was then.
    const [last] = answers.filter(room => room.id === id).toSorted((a, b) => b.seq - a.seq);
    return last && last.name !== name ? [`${id} is called ${name}, not ${last.name}`] : [];
  });
  const wishes = journal.getOperations('set_admin').filter(({ outcome }) => outcome === 'acknowledged');
  const undone = [...Map.groupBy(wishes, ({ input }) => `${input.uid} in ${input.roomId}`).values()].filter(
    own => own.every(({ input }) => input.admin === own[0]?.input.admin) && !isGranted(own[0], stored),
  );
  return [...edits, ...undone.map(([wish]) => JSON.stringify(wish?.input))].map(what => ({
    fault: 'lost',
    what,
  }));
}

function isGranted(request: Operation<'set_admin'> | undefined, { admins }: StoredState): boolean {
  if (!request) return true;
  const { roomId, uid, admin } = request.input;
  return (admins.get(roomId)?.has(uid) ?? false) === admin;
}
