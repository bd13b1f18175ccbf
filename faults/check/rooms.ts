import { stableStringify } from '@snug/testkit/compare.ts';
import type { Journal, Operation } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredState } from './stored.ts';

/** A room's last message and authors agree with its messages. */
export function checkRooms(stored: StoredState): Problem[] {
  return stored.rooms.flatMap(room => {
    const left = stored.messages.filter(({ roomId, deletedAt }) => roomId === room.id && deletedAt === null);
    const last = left.at(-1)?.seq ?? null;
    const counts = Map.groupBy(left, ({ authorId }) => authorId);
    const wrong = stored.members.filter(
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

/** The counts of each message agree with its reactions, and these with the last requests. */
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
  return [
    ...miscounted,
    ...[...byPerson.values()].flatMap(requests => checkReactionRequests(requests, stored)),
  ];
}

function checkReactionRequests(
  requests: readonly Operation<'set_reaction'>[],
  { byKey, reactions }: StoredState,
): Problem[] {
  const granted = requests.filter(({ outcome }) => outcome !== 'refused');
  const last = granted.at(-1);
  if (!last) return [];
  const { roomId, messageId, emoji, on } = last.input;
  const key = messageKey(roomId, messageId);
  // The deletion of a message removes its reactions, and a request without a result may or may not have run.
  if (byKey.get(key)?.deletedAt !== null || granted.some(({ outcome }) => outcome === 'unknown')) return [];
  if ((reactions.get(key)?.has(`${last.uid} ${emoji}`) ?? false) === on) return [];
  return [{ fault: 'reactions', what: `${last.uid} wanted ${emoji} ${on} of ${messageId}` }];
}

/** A room has the name of its last acknowledged edit, and the admins of the last requests. */
export function checkRoomEdits(journal: Journal, stored: StoredState): Problem[] {
  const edits = stored.rooms.flatMap(({ id, name }) => {
    const results = journal
      .getOperations('edit_room')
      .flatMap(({ results }) => results.map(({ room }) => room));
    // A client repeats an edit whose result was lost: each result has the room as it was then.
    const [last] = results.filter(room => room.id === id).toSorted((a, b) => b.seq - a.seq);
    return last && last.name !== name ? [`${id} is called ${name}, not ${last.name}`] : [];
  });
  const requests = journal.getOperations('set_admin').filter(({ outcome }) => outcome === 'acknowledged');
  const undone = [...Map.groupBy(requests, ({ input }) => `${input.uid} in ${input.roomId}`).values()].filter(
    own => own.every(({ input }) => input.admin === own[0]?.input.admin) && !isGranted(own[0], stored),
  );
  return [...edits, ...undone.map(([request]) => JSON.stringify(request?.input))].map(what => ({
    fault: 'lost',
    what,
  }));
}

function isGranted(request: Operation<'set_admin'> | undefined, { admins }: StoredState): boolean {
  if (!request) return true;
  const { roomId, uid, admin } = request.input;
  return (admins.get(roomId)?.has(uid) ?? false) === admin;
}
