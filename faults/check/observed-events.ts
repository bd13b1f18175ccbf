import type { Message, RoomEvent } from '@snug/protocol';
import type { Journal } from '../journal.ts';
import type { Problem } from './problem.ts';
import { messageKey, type StoredMessage, type StoredState } from './stored.ts';

/** All readers received the same events in the same order, and only of stored changes. */
export function checkObservedEvents({ observed, operations }: Journal, stored: StoredState): Problem[] {
  const events = [...observed.events.values()].flatMap(room => [...room.values()]);
  const requested = new Set(operations.filter(({ outcome }) => outcome !== 'refused').map(describeRequest));
  return [
    ...observed.contradictions.map(what => ({ fault: 'events differ' as const, what })),
    ...observed.sequenceErrors.map(({ kind, what }) => ({
      fault: kind === 'missing' ? ('event missing' as const) : ('events out of order' as const),
      what,
    })),
    ...[...observed.rows.values()].flatMap(row => checkRow(row, stored)),
    ...events.flatMap(event => checkEvent(event, stored, requested)),
    ...stored.messages.flatMap(row => checkPosition(row, observed.events.get(row.roomId))),
  ];
}

/** Within one server, no event gets lost. */
export function checkBridges({ observed }: Journal): Problem[] {
  return observed.bridges.map(what => ({
    fault: 'event missing',
    what: `${what}, which the server read again`,
  }));
}

/** Checks that no other event was sent at the position of a message or of its last change. */
function checkPosition(
  { id, seq, changedSeq }: StoredMessage,
  events?: ReadonlyMap<number, RoomEvent>,
): Problem[] {
  const others = [seq, changedSeq].flatMap(place => {
    const event = events?.get(place);
    const isOwn = !event || ('message' in event && event.message.id === id);
    return isOwn ? [] : [`${id} and ${event.type} at ${place}`];
  });
  return others.map(what => ({ fault: 'position not used once', what }));
}

function checkRow({ id, roomId, seq, author, createdAt }: Message, { byKey }: StoredState): Problem[] {
  const row = byKey.get(messageKey(roomId, id));
  const isThere = row?.seq === seq && row.authorId === author.uid && row.createdAt === createdAt;
  return isThere ? [] : [{ fault: 'not requested', what: `${id} at ${seq}, which a reader saw` }];
}

function checkEvent(event: RoomEvent, stored: StoredState, requested: ReadonlySet<string>): Problem[] {
  const what = `${event.type} at ${event.seq} in ${event.roomId}, which a reader saw`;
  const room = stored.rooms.find(({ id }) => id === event.roomId);
  if (!room || room.seq < event.seq) return [{ fault: 'lost', what }];
  if ('message' in event) {
    const problems = checkRow(event.message, stored);
    if (event.type === 'message_sent') return problems;
    return requested.has(describeEvent(event)) ? problems : [...problems, { fault: 'not requested', what }];
  }
  return requested.has(describeEvent(event)) ? [] : [{ fault: 'not requested', what }];
}

function describeRequest({ command, input, uid }: Journal['operations'][number]): string {
  const request = input as Partial<Record<string, unknown>>;
  const message = messageKey(String(request.roomId), String(request.messageId ?? request.id));
  if (command === 'set_reaction') return `${uid} ${String(request.emoji)} ${String(request.on)} ${message}`;
  if (command === 'set_pin') return `${uid} pins ${String(request.on)} ${message}`;
  if (command === 'edit_message') return `edit ${message} ${String(request.text)}`;
  if (command === 'delete_message') return `delete ${message}`;
  if (command === 'edit_room') return `call ${String(request.roomId)} ${String(request.name)}`;
  if (command !== 'set_admin') return command;
  return `${String(request.uid)} ${request.admin ? 'is' : 'is no'} admin of ${String(request.roomId)}`;
}

function describeEvent(event: RoomEvent): string {
  if (event.type === 'message_reacted') {
    return `${event.uid} ${event.emoji} ${event.on} ${messageKey(event.roomId, event.message.id)}`;
  }
  if (event.type === 'message_pinned')
    return `${event.uid} pins ${event.on} ${messageKey(event.roomId, event.message.id)}`;
  if (event.type === 'message_edited')
    return `edit ${messageKey(event.roomId, event.message.id)} ${event.message.text}`;
  if (event.type === 'room_edited') return `call ${event.roomId} ${event.room.name}`;
  if (event.type === 'admin_changed') {
    return `${event.uid} ${event.admin ? 'is' : 'is no'} admin of ${event.roomId}`;
  }
  if (event.type === 'message_deleted') return `delete ${messageKey(event.roomId, event.message.id)}`;
  return event.type;
}
