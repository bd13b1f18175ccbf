import type { CommandOutput, EventOf, Message, Reactions, Room, RoomEvent, RoomState } from '@snug/protocol';

export interface RoomLog {
  room: Room;
  admins: readonly string[];
  seq: number;
  incarnation?: string | undefined;
  /** By rising `seq`, without deleted ones. */
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
  arrivalCount: number;
}

export interface RoomView {
  status: 'loading' | 'ready' | 'missing';
  log?: RoomLog;
  /** The log is cached, and the server has not sent the changes since. */
  isCached?: boolean;
  isLoadingOlder: boolean;
}

export function applyState(log: RoomLog | undefined, state: RoomState, uid?: string): RoomLog {
  const { room, admins, seq, incarnation, messages, hasOlder } = state;
  const arrived = log
    ? messages.filter(message => message.seq > log.seq && isFromOthers(message, uid)).length
    : 0;
  const known = { room, admins, seq, incarnation, arrivalCount: (log?.arrivalCount ?? 0) + arrived };
  if (!log || state.reset) return { ...known, messages, hasOlder, hasNewer: false };
  return { ...log, ...known, messages: mergeMessages(log, messages) };
}

type CaughtUp = EventOf<'room_caught_up'>;

/** The log of `uid` after a catch-up that is the same for all. The caller ensures that `log.seq` is at `from` or later. */
export function applyCaughtUp(log: RoomLog, { to: seq, ...state }: CaughtUp, uid?: string): RoomLog {
  return applyState(log, { ...state, seq }, uid);
}

export function applyOwnReactions(log: RoomLog, mine: Readonly<Record<string, readonly string[]>>): RoomLog {
  const messages = log.messages.map(message => {
    const own = mine[message.id];
    return own && message.reactions
      ? { ...message, mine: sortOwnReactions(message.reactions, own) }
      : message;
  });
  return { ...log, messages };
}

function sortOwnReactions(reactions: Reactions, emoji: readonly string[]): string[] {
  return Object.keys(reactions).filter(one => emoji.includes(one));
}

function isFromOthers({ author, deletedAt }: Message, uid: string | undefined): boolean {
  return author.uid !== uid && deletedAt === undefined;
}

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
export function applyEvent(log: RoomLog, event: RoomEvent, uid: string | undefined): RoomLog {
  const reducer = REDUCERS[event.type] as Reducer<typeof event.type> | undefined;
  const change = reducer ?? applyUnknownEvent;
  return { ...log, ...change(log, event, uid), seq: event.seq, incarnation: event.incarnation };
}

type Reducer<Type extends RoomEvent['type']> = (
  log: RoomLog,
  event: EventOf<Type>,
  uid: string | undefined,
) => Partial<RoomLog>;

const REDUCERS: { [Type in RoomEvent['type']]: Reducer<Type> } = {
  message_sent: (log, { message }, me) => ({
    messages: mergeMessages(log, [message]),
    arrivalCount: log.arrivalCount + Number(isFromOthers(message, me)),
  }),
  message_deleted: (log, { message }) => ({ messages: mergeMessages(log, [message]) }),
  message_reacted: (log, { message, uid, emoji, on, withoutText }, me) => {
    const rows = withoutText ? withKnownText(log, message) : [message];
    return { messages: mergeMessages(log, rows, uid === me ? { emoji, on } : undefined) };
  },
  room_edited: (_log, { room }) => ({ room }),
  admin_changed: ({ admins }, { uid, admin }) => {
    const others = admins.filter(other => other !== uid);
    return { admins: admin ? [...others, uid].toSorted() : others };
  },
};

/** A later server has it: its rows are the state after it. */
function applyUnknownEvent(log: RoomLog, event: RoomEvent, me: string | undefined): Partial<RoomLog> {
  const { message, withoutText, room, admins } = event as UnknownEvent;
  const rows = message ? (withoutText ? withKnownText(log, message) : [message]) : [];
  const added = getAddedMessage(event);
  return {
    ...(room && { room }),
    ...(admins && { admins }),
    messages: mergeMessages(log, rows),
    arrivalCount: log.arrivalCount + Number(added !== undefined && isFromOthers(added, me)),
  };
}

type Page = CommandOutput<'get_messages'>;

export function applyOlderPage(log: RoomLog, { messages, hasOlder }: Page): RoomLog {
  return { ...log, messages: [...messages, ...log.messages], hasOlder };
}

export function applyNewerPage(log: RoomLog, { messages, hasNewer }: Page): RoomLog {
  return { ...log, messages: [...log.messages, ...messages], hasNewer };
}

export function applyReplacementPage(log: RoomLog, { messages, hasOlder, hasNewer }: Page): RoomLog {
  return { ...log, messages, hasOlder, hasNewer };
}

/** Keeps at most `maxMessages` messages: those around `seq`, or the newest ones. */
export function trimLog(log: RoomLog, maxMessages: number, seq = Number.POSITIVE_INFINITY): RoomLog {
  const { messages, hasOlder, hasNewer } = log;
  const olderCount = messages.filter(message => message.seq < seq).length;
  const start = Math.max(
    0,
    Math.min(olderCount - Math.floor(maxMessages / 2), messages.length - maxMessages),
  );
  const end = start + maxMessages;
  return {
    ...log,
    messages: messages.slice(start, end),
    hasOlder: hasOlder || start > 0,
    hasNewer: hasNewer || end < messages.length,
  };
}

/** Ignores rows outside the loaded part: their page contains them later. */
function mergeMessages(
  log: RoomLog,
  rows: readonly Message[],
  ownReaction?: OwnReaction,
): readonly Message[] {
  const { messages } = log;
  const last = messages.at(-1)?.seq ?? 0;
  const oldest = log.hasOlder ? (messages[0]?.seq ?? log.seq + 1) : 0;
  const newest = log.hasNewer ? last : Number.POSITIVE_INFINITY;
  const bySeq = new Map(messages.map(message => [message.seq, message]));
  for (const row of rows) {
    const known = bySeq.get(row.seq);
    if (row.seq < oldest || row.seq > newest || (known && known.changedSeq >= row.changedSeq)) continue;
    if (row.deletedAt !== undefined) bySeq.delete(row.seq);
    else bySeq.set(row.seq, mergeOwnReactions(row, known, ownReaction));
  }
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** Nothing if the message is not loaded: its page contains the text. */
function withKnownText({ messages }: RoomLog, row: Message): Message[] {
  const known = messages.find(({ seq }) => seq === row.seq);
  return known ? [{ ...row, ...(known.text !== undefined && { text: known.text }) }] : [];
}

interface OwnReaction {
  emoji: string;
  on: boolean;
}

// Events are the same for all people. Only a result, or an event about this person, has their own reactions.
function mergeOwnReactions(row: Message, known: Message | undefined, own: OwnReaction | undefined): Message {
  if (row.mine || !row.reactions) return row;
  const others = (known?.mine ?? []).filter(emoji => emoji !== own?.emoji);
  const mine = own?.on ? [...others, own.emoji] : others;
  return { ...row, mine: sortOwnReactions(row.reactions, mine) };
}
