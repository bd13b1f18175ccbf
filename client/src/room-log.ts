import type {
  CommandOutput,
  EventOf,
  Membership,
  Message,
  Reactions,
  Room,
  RoomEvent,
  RoomState,
} from '@snug/protocol';
import { toReply } from '@snug/protocol';

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
  /** The reader's own place in the room. Undefined if they never had one. */
  membership?: Membership | undefined;
}

const NOBODY: ReadonlySet<string> = new Set();

export interface RoomView {
  status: 'loading' | 'ready' | 'missing';
  log?: RoomLog;
  /** The log is cached, and the server has not sent the changes since. */
  isCached?: boolean;
  isLoadingOlder: boolean;
}

/** Messages of blocked people do not count as arrivals. */
export function applyState(
  log: RoomLog | undefined,
  state: RoomState,
  uid?: string,
  blocked: ReadonlySet<string> = NOBODY,
): RoomLog {
  const { room, admins, seq, incarnation, messages, hasOlder } = state;
  const membership = getNewerMembership(log?.membership, state.membership);
  const arrived = log
    ? messages.filter(message => message.seq > log.seq && isArrival(message, uid, blocked)).length
    : 0;
  const arrivalCount = (log?.arrivalCount ?? 0) + arrived;
  const known = { room, admins, seq, incarnation, arrivalCount, ...(membership && { membership }) };
  if (!log || state.reset) return { ...known, messages, hasOlder, hasNewer: false };
  return { ...log, ...known, messages: mergeMessages(log, messages) };
}

export function applyMembership(log: RoomLog, membership: Membership): RoomLog {
  const newer = getNewerMembership(log.membership, membership);
  return newer === log.membership ? log : { ...log, membership };
}

/** Of equal versions, `next`: ended bans and silences are missing in it. */
function getNewerMembership(
  known: Membership | undefined,
  next: Membership | undefined,
): Membership | undefined {
  return known && (!next || next.version < known.version) ? known : next;
}

type CaughtUp = EventOf<'room_caught_up'>;

/** The log of `uid` after a catch-up that is the same for all. The caller ensures that `log.seq` is at `from` or later. */
export function applyCaughtUp(
  log: RoomLog,
  { to: seq, ...state }: CaughtUp,
  uid?: string,
  blocked?: ReadonlySet<string>,
): RoomLog {
  return applyState(log, { ...state, seq }, uid, blocked);
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

function isArrival(
  { author, deletedAt }: Message,
  uid: string | undefined,
  blocked: ReadonlySet<string>,
): boolean {
  return author.uid !== uid && deletedAt === undefined && !blocked.has(author.uid);
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
export function applyEvent(
  log: RoomLog,
  event: RoomEvent,
  uid: string | undefined,
  blocked: ReadonlySet<string> = NOBODY,
): RoomLog {
  const reducer = REDUCERS[event.type] as Reducer<typeof event.type> | undefined;
  const change = reducer ?? applyUnknownEvent;
  return { ...log, ...change(log, event, uid, blocked), seq: event.seq, incarnation: event.incarnation };
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
  member_changed: ({ admins }, { uid, role }) => ({
    admins: role === 'admin' ? admins : admins.filter(other => other !== uid),
  }),
  room_deleted: () => ({}),
};

/** A later server has it: its rows are the state after it. */
function applyUnknownEvent(
  log: RoomLog,
  event: RoomEvent,
  me: string | undefined,
  blocked: ReadonlySet<string>,
): Partial<RoomLog> {
  const { message, withoutText, room, admins } = event as UnknownEvent;
  const rows = message ? (withoutText ? withKnownText(log, message) : [message]) : [];
  const added = getAddedMessage(event);
  return {
    ...(room && { room }),
    ...(admins && { admins }),
    messages: mergeMessages(log, rows),
    arrivalCount: log.arrivalCount + Number(added !== undefined && isArrival(added, me, blocked)),
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
  return updateReplies(
    [...bySeq.values()].toSorted((a, b) => a.seq - b.seq),
    rows,
  );
}

/** Replies show their source as it is now, also if it is outside the loaded part. */
function updateReplies(messages: readonly Message[], sources: readonly Message[]): readonly Message[] {
  const byId = new Map(sources.map(source => [source.id, source]));
  return messages.map(message => {
    const source = message.reply && byId.get(message.reply.id);
    return source ? { ...message, reply: toReply(source) } : message;
  });
}

/** Nothing if the message is not loaded: its page contains the text, and a reply to it has the text already. */
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
