import type { CommandOutput, Message, Room, RoomEvent, RoomState } from '@snug/protocol';

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
  return { ...log, ...changeOf(log, event, uid), seq: event.seq };
}

function changeOf(log: RoomLog, event: RoomEvent, uid: string | undefined): Partial<RoomLog> {
  switch (event.type) {
    case 'message_sent':
    case 'message_deleted':
      return { messages: merge(log, [event.message]) };
    case 'message_liked': {
      const isOwn = event.uid === uid;
      return { messages: merge(log, [isOwn ? { ...event.message, liked: event.liked } : event.message]) };
    }
    case 'room_edited':
      return { room: event.room };
    case 'admin_changed': {
      const others = log.admins.filter(admin => admin !== event.uid);
      return { admins: event.admin ? [...others, event.uid].toSorted() : others };
    }
  }
}

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
