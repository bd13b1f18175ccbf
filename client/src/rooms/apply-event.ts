import type { EventOf, Message, RoomEvent } from '@snug/protocol';
import { trimCopy } from './drop-trimmed.ts';
import { mergeMessages, withKnownText } from './merge-messages.ts';
import { boundReplyNumbers, putEventCount } from './reply-numbers.ts';
import { isArrival, NOBODY, type RoomLog } from './room-log.ts';

type UnknownEvent = Partial<
  Pick<EventOf<'message_reacted'>, 'message' | 'withoutText'> & Pick<RoomLog, 'room' | 'admins'>
>;

/** Whether the event contains all that `applyEvent` needs. If not, only a catch-up does. */
export function canApplyEvent(event: RoomEvent): boolean {
  return event.type in REDUCERS || 'message' in event || 'room' in event || 'admins' in event;
}

/** The message that an event adds to its room: its place is the step itself. */
export function getAddedMessage(event: RoomEvent): Message | undefined {
  return 'message' in event && event.message.seq === event.seq ? event.message : undefined;
}

/** The log of `uid` after the next event. The caller ensures that `event.seq` is `log.seq + 1`. */
export function applyEvent(
  log: RoomLog,
  event: RoomEvent,
  uid: string | undefined,
  blocked: ReadonlySet<string> = NOBODY,
): RoomLog {
  const reducer = REDUCERS[event.type] as Reducer<typeof event.type> | undefined;
  const change = reducer ?? applyUnknownEvent;
  const known = putEventCount(log.replies, event);
  const replies = known && boundReplyNumbers(known, log.messages);
  const changed = { ...log, ...change(log, event, uid, blocked), ...(replies && { replies }) };
  return { ...changed, seq: event.seq, incarnation: event.incarnation };
}

type Reducer<Type extends RoomEvent['type']> = (
  log: RoomLog,
  event: EventOf<Type>,
  uid: string | undefined,
  blocked: ReadonlySet<string>,
) => Partial<RoomLog>;

const REDUCERS: { [Type in RoomEvent['type']]: Reducer<Type> } = {
  message_sent: (log, { message }, me, blocked) => ({
    messages: mergeMessages(log, [message]),
    arrivalCount: log.arrivalCount + Number(isArrival(message, me, blocked)),
  }),
  message_edited: (log, { message }) => ({ messages: mergeMessages(log, [message]) }),
  message_deleted: (log, { message, pinCount }) => ({
    messages: mergeMessages(log, [message]),
    ...setPinCount(log, pinCount),
  }),
  message_reacted: (log, event, me) => {
    const { uid, emoji, on } = event;
    return { messages: mergeMessages(log, getRows(log, event), uid === me ? { emoji, on } : undefined) };
  },
  message_pinned: (log, event) => ({
    messages: mergeMessages(log, getRows(log, event)),
    ...setPinCount(log, event.pinCount),
  }),
  room_edited: (_log, { room }) => ({ room }),
  admin_changed: ({ admins }, { uid, admin }) => {
    const others = admins.filter(other => other !== uid);
    return { admins: admin ? [...others, uid].toSorted() : others };
  },
  member_changed: ({ room, admins }, { uid, role, guests }) => ({
    admins: role === 'admin' ? admins : admins.filter(other => other !== uid),
    ...(guests !== undefined && { room: setGuests(room, guests) }),
  }),
  room_trimmed: (log, { before, pinCount }) => {
    const { messages, room, hasOlder } = trimCopy(log, before);
    return { messages, hasOlder, ...setPinCount({ ...log, room }, pinCount) };
  },
  room_deleted: () => ({}),
};

/** The rows of an event that may leave out a long text. */
function getRows(
  log: RoomLog,
  { message, withoutText }: Pick<EventOf<'message_reacted'>, 'message' | 'withoutText'>,
): Message[] {
  return withoutText ? withKnownText(log, message) : [message];
}

function setGuests(known: RoomLog['room'], count: number): RoomLog['room'] {
  const { guests: _, ...room } = known;
  return count > 0 ? { ...room, guests: count } : room;
}

function setPinCount(log: RoomLog, count: number | undefined): Partial<RoomLog> {
  if (count === undefined) return {};
  const { pinCount: _, ...room } = log.room;
  return { room: count > 0 ? { ...room, pinCount: count } : room };
}

/** A later server has it: its rows are the state after it. */
function applyUnknownEvent(
  log: RoomLog,
  event: RoomEvent,
  me: string | undefined,
  blocked: ReadonlySet<string>,
): Partial<RoomLog> {
  const { message, withoutText, room, admins } = event as UnknownEvent;
  const rows = message ? getRows(log, { message, withoutText }) : [];
  const added = getAddedMessage(event);
  return {
    ...(room && { room }),
    ...(admins && { admins }),
    messages: mergeMessages(log, rows),
    arrivalCount: log.arrivalCount + Number(added !== undefined && isArrival(added, me, blocked)),
  };
}
