import type { CommandOutput, EventOf, Message, Room, RoomEvent, RoomState } from '@snug/protocol';

/** What this client knows of a room: everything up to `seq`, for the messages from the oldest one on. */
export interface RoomLog {
  room: Room;
  admins: readonly string[];
  seq: number;
  /** By `seq`, rising; deleted ones are left out. */
  messages: readonly Message[];
  hasOlder: boolean;
}

/** The log after an answer of `open_room` or `catch_up`. */
export function applyState(log: RoomLog | undefined, state: RoomState): RoomLog {
  const { room, admins, seq } = state;
  if (!log || state.reset) return { room, admins, seq, messages: state.messages, hasOlder: state.hasOlder };
  return { ...log, room, admins, seq, messages: merge(log, state.messages) };
}

/** The log of `uid` after the next event. The caller makes sure that `event.seq` is `log.seq + 1`. */
export function applyEvent(log: RoomLog, event: RoomEvent, uid: string | undefined): RoomLog {
  const change = CHANGES[event.type] as ChangeOf<typeof event.type>;
  return { ...log, ...change(log, event, uid), seq: event.seq };
}

type ChangeOf<Type extends RoomEvent['type']> = (
  log: RoomLog,
  event: EventOf<Type>,
  uid: string | undefined,
) => Partial<RoomLog>;

const CHANGES: { [Type in RoomEvent['type']]: ChangeOf<Type> } = {
  message_sent: (log, { message }) => ({ messages: merge(log, [message]) }),
  message_deleted: (log, { message }) => ({ messages: merge(log, [message]) }),
  message_liked: (log, { message, uid, liked }, me) => ({
    messages: merge(log, [uid === me ? { ...message, liked } : message]),
  }),
  room_edited: (_log, { room }) => ({ room }),
  admin_changed: ({ admins }, { uid, admin }) => {
    const others = admins.filter(other => other !== uid);
    return { admins: admin ? [...others, uid].toSorted() : others };
  },
};

/** The log with the page in front of it that was asked for by its oldest message. */
export function applyOlderPage(log: RoomLog, page: CommandOutput<'get_messages'>): RoomLog {
  return { ...log, messages: [...page.messages, ...log.messages], hasOlder: page.hasOlder };
}

/** Rows older than the oldest one known are left out: they come, as they are then, with their page. */
function merge(log: RoomLog, rows: readonly Message[]): readonly Message[] {
  const oldest = log.hasOlder ? (log.messages[0]?.seq ?? log.seq + 1) : 0;
  const bySeq = new Map(log.messages.map(message => [message.seq, message]));
  let sorted = true;
  let last = log.messages.at(-1)?.seq ?? 0;
  for (const row of rows) {
    const known = bySeq.get(row.seq);
    if (row.seq < oldest || (known && known.changedSeq >= row.changedSeq)) continue;
    if (row.deletedAt !== undefined) {
      bySeq.delete(row.seq);
      continue;
    }
    if (!known && row.seq < last) sorted = false;
    last = Math.max(last, row.seq);
    bySeq.set(row.seq, withLiked(row, known));
  }
  const messages = [...bySeq.values()];
  return sorted ? messages : messages.toSorted((a, b) => a.seq - b.seq);
}

// Events are the same for all, so only an answer, and an event about oneself, says what oneself likes.
function withLiked(row: Message, known: Message | undefined): Message {
  if (row.liked !== undefined || known?.liked === undefined) return row;
  return { ...row, liked: known.liked };
}
