import type { CommandOutput, EventOf, Membership, Message, Room, RoomEvent, RoomState } from '@snug/protocol';
import { dropTrimmed } from './drop-trimmed.ts';
import {
  type LoadedMessages,
  mergeMessages,
  type OwnReactionLists,
  setOwnReactions,
} from './merge-messages.ts';
import { boundReplyNumbers, putReplyCounts, type ReplyNumbers } from './reply-numbers.ts';

export interface RoomLog extends LoadedMessages {
  room: Room;
  admins: readonly string[];
  incarnation?: string | undefined;
  arrivalCount: number;
  /** Its messages can show changes up to here: the server reads them after the position. */
  aheadTo: number;
  /** Of the conversations to which loaded messages belong. */
  replies?: ReplyNumbers | undefined;
  /** The reader's own place in the room. Undefined if they never had one. */
  membership?: Membership | undefined;
}

/** A change of the log, for views that show a part of it. */
export interface LogChange {
  /** The position of the log afterwards. */
  seq: number;
  apply: (log: RoomLog) => RoomLog;
  /** Absent for several steps at once, and for reactions of this person. */
  event?: RoomEvent;
  /** The newest page replaced the log. */
  isReset?: boolean;
  /** Several steps at once: deleted messages that were never loaded are not in it. */
  isGap?: boolean;
}

/** The id of a message, or the seq after which the first unread message comes. */
export type RoomPlace = string | number;

export const NOBODY: ReadonlySet<string> = new Set();

/** The newest page, or the changes since a position, of the server or of the cache. */
export type LoadedState = Omit<RoomState, 'admins' | 'messages'> & Pick<RoomLog, 'admins' | 'messages'>;

export interface RoomView {
  status: 'loading' | 'ready' | 'missing';
  log?: RoomLog;
  /** The log is cached, or that of a room that was closed since, and the server has not sent the changes since. */
  isCached?: boolean;
  isLoadingOlder: boolean;
}

/** Messages of blocked people do not count as arrivals. */
export function applyState(
  log: RoomLog | undefined,
  state: LoadedState,
  uid?: string,
  blocked: ReadonlySet<string> = NOBODY,
): RoomLog {
  const { room, admins, seq, incarnation, messages, hasOlder } = state;
  const membership = getNewerMembership(log?.membership, state.membership);
  const arrived = log
    ? messages.filter(message => message.seq > log.seq && isArrival(message, uid, blocked)).length
    : 0;
  const arrivalCount = (log?.arrivalCount ?? 0) + arrived;
  const aheadTo = findAheadTo(log, state);
  const replies = putReplyCounts(state.reset ? undefined : log?.replies, state.replies, seq);
  const numbers = { seq, arrivalCount, aheadTo, replies };
  const known = { room, admins, incarnation, ...numbers, ...(membership && { membership }) };
  if (!log || state.reset) return { ...known, messages, hasOlder, hasNewer: false };
  const next = { ...log, ...known, messages: mergeMessages(log, messages) };
  return room.trimmedBefore === log.room.trimmedBefore ? next : dropTrimmed(next);
}

/** A page lacks messages that were deleted after its position, and the changes since a position have them. */
function findAheadTo(log: RoomLog | undefined, { seq, reset, messages }: LoadedState): number {
  const newest = messages.reduce((max, { changedSeq }) => Math.max(max, changedSeq), reset ? seq + 1 : 0);
  return Math.max(newest, reset ? 0 : (log?.aheadTo ?? 0));
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

/** `own`: by message id. */
export function applyOwnReactions(log: RoomLog, own: Readonly<Record<string, OwnReactionLists>>): RoomLog {
  const messages = log.messages.map(message => {
    const lists = own[message.id];
    return lists ? setOwnReactions(message, lists) : message;
  });
  return { ...log, messages };
}

export function isArrival(
  { author, deletedAt }: Message,
  uid: string | undefined,
  blocked: ReadonlySet<string>,
): boolean {
  return author.uid !== uid && deletedAt === undefined && !blocked.has(author.uid);
}

type Page = CommandOutput<'get_messages'>;

export function applyOlderPage(log: RoomLog, { messages, hasOlder, ...page }: Page): RoomLog {
  // A page before no message is the newest one: events can be faster than it.
  const first = log.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  return dropTrimmed({
    ...log,
    ...putPageNumbers(log, page),
    messages: [...messages.filter(({ seq }) => seq < first), ...log.messages],
    hasOlder,
  });
}

export function applyNewerPage(log: RoomLog, { messages, hasNewer, ...page }: Page): RoomLog {
  return dropTrimmed({
    ...log,
    ...putPageNumbers(log, page),
    messages: [...log.messages, ...messages],
    hasNewer,
  });
}

export function applyReplacementPage(log: RoomLog, { messages, hasOlder, hasNewer, ...page }: Page): RoomLog {
  return dropTrimmed({
    ...log,
    ...putPageNumbers({ ...log, aheadTo: 0 }, page),
    messages,
    hasOlder,
    hasNewer,
  });
}

function putPageNumbers(
  { replies, aheadTo }: RoomLog,
  page: Pick<Page, 'replies' | 'seq'>,
): Pick<RoomLog, 'replies' | 'aheadTo'> {
  return {
    replies: putReplyCounts(replies, page.replies, page.seq),
    aheadTo: Math.max(aheadTo, page.seq + 1),
  };
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
  const kept = messages.slice(start, end);
  return {
    ...log,
    messages: kept,
    ...(log.replies && { replies: boundReplyNumbers(log.replies, kept) }),
    hasOlder: hasOlder || start > 0,
    hasNewer: hasNewer || end < messages.length,
  };
}

/** Without the other fields of its copy in the cache or in the page. */
export function toLog(
  copy: Omit<RoomLog, 'hasNewer' | 'arrivalCount' | 'aheadTo' | 'replies'> &
    Partial<Pick<RoomLog, 'hasNewer'>> &
    Pick<RoomState, 'replies'>,
): RoomLog {
  const { room, admins, seq, incarnation, messages, hasOlder, hasNewer = false, membership } = copy;
  const known = { room, admins, seq, incarnation, messages, hasOlder, membership };
  const replies = putReplyCounts(undefined, copy.replies, seq);
  return { ...known, hasNewer, arrivalCount: 0, aheadTo: seq, replies };
}

/** Of a place after a seq, the log includes both sides. */
export function includesPlace({ messages, hasOlder }: LoadedMessages, place: RoomPlace): boolean {
  if (typeof place === 'string') return messages.some(({ id }) => id === place);
  const [first, last] = [messages[0], messages.at(-1)];
  return first && last ? (!hasOlder || first.seq <= place + 1) && last.seq > place : false;
}
