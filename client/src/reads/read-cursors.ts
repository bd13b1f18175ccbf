import {
  type Event,
  type EventOf,
  isRoomEvent,
  MAX_UNREAD,
  type Message,
  type ReadState,
  type RoomEvent,
} from '@snug/protocol';
import type { Actions } from '../actions/actions.ts';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import type { Environment } from '../environment.ts';
import type { Blocks } from '../people/blocks.ts';
import type { Memberships } from '../rooms/memberships.ts';
import type { RoomLog } from '../rooms/room-log.ts';
import { CountReader } from './count-reader.ts';
import { HeldConversations } from './held-conversations.ts';
import { ReadQueue } from './read-queue.ts';
import {
  addChanges,
  addMention,
  countLog,
  deriveState,
  type IsSilent,
  isOlderCursor,
  isSameState,
  type RoomCount,
  rebaseCount,
  startCount,
  toChanges,
} from './room-count.ts';
import { getConversationSeq, isReadBy, mergeCursors, withCursors } from './rule-r.ts';

export interface ReadCursorsOptions {
  environment: Pick<Environment, 'now' | 'random' | 'setTimer' | 'newId'>;
  connection: Pick<Connection, 'command' | 'request' | 'state'>;
  queue: Pick<
    ReadQueue,
    'flush' | 'list' | 'listConversationRooms' | 'listConversations' | 'move' | 'moveAll' | 'moveConversation'
  >;
  getEpoch: () => string | undefined;
  getMe: () => string | undefined;
  isSilent: IsSilent;
  /** Nothing counts there. */
  isRequest: (roomId: string) => boolean;
  /** The rooms of this person are known, and it is none of them. */
  isLeft: (roomId: string) => boolean;
  findLog: (roomId: string) => RoomLog | undefined;
}

/** How far this person has read each of their rooms, and how much is unread: the same on all their devices. */
export class ReadCursors {
  /** By room id. */
  readonly states = new Store<ReadonlyMap<string, ReadState>>(new Map());

  readonly #options: ReadCursorsOptions;
  readonly #counts = new Map<string, RoomCount>();
  /** Rooms whose cursor the server sent to this page. */
  readonly #fresh = new Set<string>();
  /** When this page opened a room last, in ms since 1970. */
  readonly #openedAt = new Map<string, number>();
  /** Marked as unread on purpose, since they were opened last. */
  readonly #held = new Set<string>();
  readonly #conversations = new HeldConversations();
  /** Up to where the person read after a move back that the server has not answered. */
  readonly #readSince = new Map<string, number>();
  /** Rooms with a move that the server does not know. */
  #moving = new Set<string>();
  readonly #reader: CountReader;
  /** Several changes are published together, because each publication copies the states of all rooms. */
  #isPublishingLater = false;
  #unpublished: Map<string, ReadState> | undefined;

  constructor(options: ReadCursorsOptions) {
    this.#options = options;
    this.#reader = new CountReader({
      ...options,
      isOpen: roomId => options.findLog(roomId) !== undefined,
      onReads: reads =>
        this.#publishTogether(() => {
          for (const [roomId, { read, isCurrent }] of reads) {
            if (read) this.#store(roomId, read, isCurrent);
            else this.remove(roomId);
          }
        }),
    });
  }

  get(roomId: string): ReadState | undefined {
    return (this.#unpublished ?? this.states.get()).get(roomId);
  }

  putAll(reads: Iterable<readonly [roomId: string, read: ReadState]>): void {
    this.#publishTogether(() => {
      for (const [roomId, read] of reads) this.put(roomId, read);
    });
  }

  /** From the server, or cached. */
  put(roomId: string, read: ReadState): void {
    this.#reader.forget(roomId, read.seq);
    this.#store(roomId, read, false);
  }

  #store(roomId: string, read: ReadState, isCurrent: boolean): void {
    const known = this.#counts.get(roomId);
    // Its count can be about an earlier cursor, or a trim has removed a cursor that this page still knows.
    if (known && !isCurrent && isOlderCursor(read, known.base)) return this.#reader.ask(roomId);
    const isNewVersion = known !== undefined && read.version > known.base.version;
    // Somebody who joins again has read everything.
    const isBack = isNewVersion && (read.readSeq < known.base.readSeq || read.unread > 0);
    // A cached cursor is from before this page opened the room.
    const isEarlier = !this.#fresh.has(roomId) || this.#findMoveBack(roomId) === 'earlier';
    if (isBack && !isEarlier) this.#hold(roomId);
    if (this.#options.connection.state.get().status === 'connected') this.#fresh.add(roomId);
    const rebased = known && rebaseCount(known, read);
    const count = rebased ?? startCount(read);
    this.#counts.set(roomId, count);
    if (known && !rebased) this.#reader.ask(roomId, known.to);
    const { more, conversations } = count.base;
    // Otherwise an open room shows messages as unread that were read in their conversations.
    if (more && !conversations && this.#options.findLog(roomId)) this.#reader.askSoon([roomId]);
    this.#publishRoom(roomId);
    if (isNewVersion) this.#readAfterMoveBack(roomId);
  }

  remove(roomId: string): void {
    this.#reader.forget(roomId);
    this.#endHold(roomId);
    this.#fresh.delete(roomId);
    if (this.#counts.delete(roomId)) this.#publishRoom(roomId);
  }

  /** The rooms of this person are known. */
  removeLeft(): void {
    this.#publishTogether(() => {
      for (const roomId of this.states.get().keys()) if (this.#options.isLeft(roomId)) this.remove(roomId);
    });
  }

  clear(): void {
    this.#reader.clear();
    this.#conversations.clear();
    for (const map of [this.#counts, this.#openedAt, this.#held, this.#fresh, this.#readSince]) map.clear();
    this.states.set(new Map());
  }

  apply(event: Event): void {
    if (event.type === 'read_moved') this.#applyMove(event);
    if (event.type === 'mention_changed') this.#applyMention(event);
    if (event.type === 'membership_changed') this.#applyMembership(event);
    if (isRoomEvent(event)) this.#applyStep(event);
  }

  /** Until the server has counted, the page shows the last number that was counted. */
  #applyMove({ roomId, read }: EventOf<'read_moved'>): void {
    // The server counted after the person had left the room.
    if (this.#options.isLeft(roomId)) return;
    if (read) this.put(roomId, read);
    else this.#reader.ask(roomId);
  }

  #applyMembership({ roomId, membership, read }: EventOf<'membership_changed'>): void {
    if (!membership.role) this.remove(roomId);
    else if (read) this.put(roomId, read);
    // The event that asks for the count may have come before this one.
    else if (!membership.request && !this.#counts.has(roomId)) this.#reader.askSoon([roomId]);
  }

  #applyStep(event: RoomEvent): void {
    this.#count(event);
    // Only the server knows whether the message also mentions this person.
    const losesSome = event.type === 'room_trimmed' || (event.type === 'message_edited' && event.notEveryone);
    if (losesSome) this.#reader.ask(event.roomId, event.seq);
  }

  #count(event: RoomEvent): void {
    const { roomId, seq } = event;
    const count = this.#counts.get(roomId);
    // The room itself finds out what it missed.
    if (!count || seq !== count.to + 1) return;
    this.#counts.set(roomId, addChanges(count, toChanges(event), seq));
    this.#publishRoom(roomId);
  }

  applySummary({ room, from, to, changes, reset }: EventOf<'room_summary'>): void {
    const count = this.#counts.get(room.id);
    if (!count || to <= count.to) return;
    if (reset || from > count.to) return this.#reader.ask(room.id, to);
    this.#counts.set(room.id, addChanges(count, changes, to));
    this.#publishRoom(room.id);
  }

  #applyMention({ roomId, at, messageSeq: seq, authorId, on, outside }: EventOf<'mention_changed'>): void {
    const count = this.#counts.get(roomId);
    if (!count || outside || this.#options.isSilent(authorId)) return;
    this.#counts.set(roomId, addMention(count, { at, seq, on }));
    this.#publishRoom(roomId);
  }

  /** After a catch-up, whose steps are unknown. */
  applyLog(roomId: string, log: RoomLog): void {
    const count = this.#counts.get(roomId);
    if (!count || log.seq <= count.to) return;
    const { isSilent, getMe } = this.#options;
    const counted = countLog(log, count.base, isSilent, getMe());
    // Later steps would count again what the log shows already.
    const isAhead = log.aheadTo > log.seq;
    // A text can name people whom its message does not mention, because an edit added them.
    if (!counted || counted.mentions || isAhead) this.#reader.ask(roomId, log.seq);
    if (!counted) return;
    this.#counts.set(roomId, startCount(counted));
    this.#publishRoom(roomId);
  }

  /** The person sees the room up to `seq`. */
  markRead(roomId: string, seq: number): void {
    const state = this.get(roomId);
    if (!state || this.#held.has(roomId) || seq <= state.readSeq) return;
    // The version that the move back creates is not known yet.
    if (this.#options.queue.list().get(roomId)?.back) return void this.#readSince.set(roomId, seq);
    this.#options.queue.move(roomId, { seq, version: state.version });
    this.#publishRoom(roomId);
  }

  /** Up to where the person has read a conversation; undefined outside of their rooms. */
  getConversationSeq(roomId: string, rootId: string): number | undefined {
    const state = this.get(roomId);
    return state && getConversationSeq(state, rootId);
  }

  /** By rule R. False for messages of one's own and of blocked people, and outside of the person's rooms. */
  isUnread(message: Message): boolean {
    const state = this.get(message.roomId);
    const isSilent = message.deletedAt !== undefined || this.#options.isSilent(message.author.uid);
    return state !== undefined && state.version > 0 && !isSilent && !isReadBy(state, message);
  }

  /** The person sees a conversation up to `seq`, in its own view. The room's cursor stays. */
  markConversationRead(roomId: string, rootId: string, seq: number): void {
    const state = this.get(roomId);
    if (!state || state.version === 0 || seq <= getConversationSeq(state, rootId)) return;
    if (this.#held.has(roomId) && !this.#conversations.isOpenedSince(roomId, rootId)) return;
    const { queue } = this.#options;
    // The version that the move back creates is not known yet.
    if (queue.list().get(roomId)?.back) return this.#conversations.readLater(roomId, rootId, seq);
    queue.moveConversation({ roomId, rootId, seq, version: state.version });
    this.#publishRoom(roomId);
  }

  /** On purpose: also if its room was marked as unread. */
  readConversationOn(roomId: string, rootId: string, seq: number): void {
    this.onConversationOpened(roomId, rootId);
    this.markConversationRead(roomId, rootId, seq);
  }

  /** Ends the hold of "Mark unread from here" for this conversation. */
  onConversationOpened(roomId: string, rootId: string): void {
    if (this.#held.has(roomId)) this.#conversations.open(roomId, rootId);
  }

  #hold(roomId: string): void {
    if (!this.#held.has(roomId)) this.#conversations.end(roomId);
    this.#held.add(roomId);
  }

  #endHold(roomId: string): void {
    this.#held.delete(roomId);
    this.#conversations.end(roomId);
  }

  /** On purpose, up to `seq`: also if the room was marked as unread. */
  readOn(roomId: string, seq: number): void {
    this.#held.delete(roomId);
    this.markRead(roomId, seq);
  }

  /** On purpose: also if the room was marked as unread. */
  markRoomRead(roomId: string): void {
    const state = this.get(roomId);
    if (state) this.readOn(roomId, state.seq);
  }

  /** In all rooms, on purpose: also in those that were marked as unread. Resolves to whether the server has stored it. */
  async markAllRead(): Promise<boolean> {
    const moves = this.#options.queue.list();
    const unread = [...this.states.get()].filter(([, state]) => state.unread > 0);
    for (const [roomId] of unread) this.#held.delete(roomId);
    // The version that a move back creates is not known yet.
    for (const [roomId, { seq }] of unread) if (moves.get(roomId)?.back) this.#readSince.set(roomId, seq);
    const others = unread.filter(([roomId]) => !moves.get(roomId)?.back);
    const moved = new Map(others.map(([id, { seq, version }]) => [id, { seq, version }]));
    const stored = this.#options.queue.moveAll(moved);
    this.#publishRooms(unread.map(([roomId]) => roomId));
    return (await stored) && others.length === unread.length;
  }

  /** Stores and sends the moves that wait for their turn. */
  flush(): void {
    this.#options.queue.flush();
  }

  /** From `seq` on. Until the room is opened again, nothing moves the cursor forward. */
  markUnread(roomId: string, seq: number): void {
    const state = this.get(roomId);
    if (!state) return;
    this.#conversations.end(roomId);
    this.#held.add(roomId);
    this.#readSince.delete(roomId);
    const { version } = this.#counts.get(roomId)?.base ?? state;
    this.#options.queue.move(roomId, { seq: Math.max(0, seq - 1), version, back: true });
    this.#publishRoom(roomId);
  }

  #readAfterMoveBack(roomId: string): void {
    for (const [rootId, seq] of this.#conversations.takeLater(roomId))
      this.markConversationRead(roomId, rootId, seq);
    const seq = this.#readSince.get(roomId);
    if (seq === undefined) return;
    this.#readSince.delete(roomId);
    this.#held.delete(roomId);
    this.markRead(roomId, seq);
  }

  onOpened(roomId: string): void {
    this.#endHold(roomId);
    this.#openedAt.set(roomId, this.#options.environment.now());
  }

  /** A room became a request, or is none any more. */
  onRequestsChange(): void {
    this.#publishRooms(this.#counts.keys());
  }

  /** Counts may have changed in any way. */
  readAgain(): void {
    this.#reader.askSoon(this.#counts.keys());
  }

  onBlocksChange(): void {
    for (const roomId of this.#counts.keys()) this.#reader.ask(roomId);
  }

  /** Moves began to wait, or ended. */
  onMovesChange(): void {
    const before: ReadonlySet<string> = this.#moving;
    this.#moving = new Set(this.#options.queue.list().keys());
    for (const roomId of this.#options.queue.listConversationRooms()) this.#moving.add(roomId);
    // Another tab shares the queue.
    for (const roomId of this.#moving) if (this.#findMoveBack(roomId) === 'later') this.#hold(roomId);
    this.#publishRooms(new Set([...before, ...this.#moving]));
  }

  /** Whether a move back that this browser still sends is from before or after this page opened the room. */
  #findMoveBack(roomId: string): 'earlier' | 'later' | undefined {
    const move = this.#options.queue.list().get(roomId);
    if (!move?.back) return undefined;
    return (move.createdAt ?? 0) < (this.#openedAt.get(roomId) ?? 0) ? 'earlier' : 'later';
  }

  #publishTogether(change: () => void): void {
    if (this.#isPublishingLater) return change();
    this.#isPublishingLater = true;
    try {
      change();
    } finally {
      const states = this.#unpublished;
      this.#isPublishingLater = false;
      this.#unpublished = undefined;
      if (states) this.states.set(states);
    }
  }

  #publishRooms(roomIds: Iterable<string>): void {
    this.#publishTogether(() => {
      for (const roomId of roomIds) this.#publishRoom(roomId);
    });
  }

  #publishRoom(roomId: string): void {
    const shown = this.get(roomId);
    const state = this.#derive(roomId);
    if (shown && state && isSameState(shown, state)) return;
    if (!shown && !state) return;
    const states = this.#unpublished ?? new Map(this.states.get());
    if (state) states.set(roomId, state);
    else states.delete(roomId);
    if (this.#isPublishingLater) this.#unpublished = states;
    else this.states.set(states);
  }

  #derive(roomId: string): ReadState | undefined {
    const count = this.#counts.get(roomId);
    if (!count) return undefined;
    const { state, isExact } = deriveState(count, this.#options.isSilent);
    if (this.#options.isRequest(roomId)) return { ...state, unread: 0, mentions: 0 };
    if (!isExact) this.#reader.ask(roomId, count.to);
    const move = this.#options.queue.list().get(roomId);
    return this.#foreseeConversations(roomId, move ? this.#foresee(roomId, state, move) : state, move);
  }

  /** What the server will return for moves of conversations that are on their way. */
  #foreseeConversations(roomId: string, state: ReadState, room: { back?: boolean } | undefined): ReadState {
    const moves = [...this.#options.queue.listConversations(roomId)].filter(
      ([rootId, { seq, version }]) =>
        !room?.back && version === state.version && seq > getConversationSeq(state, rootId),
    );
    if (moves.length === 0) return state;
    const cursors = mergeCursors(
      state.conversations,
      Object.fromEntries(moves.map(([rootId, { seq }]) => [rootId, seq])),
    );
    const moved = withCursors(state, state.readSeq, cursors);
    const { findLog, isSilent, getMe } = this.#options;
    const log = findLog(roomId);
    const counted = log && countLog(log, moved, isSilent, getMe());
    if (counted) return { ...counted, seq: state.seq };
    // Of more messages, only the server knows the number.
    if (!log || state.unread >= MAX_UNREAD) return moved;
    const nowRead = log.messages.filter(
      message => !isReadBy(state, message) && isReadBy(moved, message) && !isSilent(message.author.uid),
    );
    const unread = Math.max(0, state.unread - nowRead.length);
    return { ...moved, unread, mentions: Math.min(unread, state.mentions ?? 0) };
  }

  /** What the server will return for a move that is on its way. */
  #foresee(
    roomId: string,
    state: ReadState,
    { seq, version, back = false }: { seq: number; version: number; back?: boolean },
  ): ReadState {
    if (version !== state.version || (!back && seq <= state.readSeq)) return state;
    const readSeq = back ? Math.min(seq, state.readSeq) : seq;
    const cursors = Object.entries(state.conversations ?? {}).map(
      ([rootId, own]) => [rootId, back ? Math.min(own, seq) : own] as const,
    );
    const moved = withCursors(state, readSeq, Object.fromEntries(cursors));
    const { findLog, isSilent, getMe } = this.#options;
    const log = findLog(roomId);
    const counted = log && countLog(log, moved, isSilent, getMe());
    if (counted) return { ...counted, seq: state.seq };
    if (seq >= state.seq) return { ...moved, unread: 0, mentions: 0 };
    return back ? { ...moved, unread: Math.max(1, state.unread) } : moved;
  }
}

interface Sources {
  connection: ReadCursorsOptions['connection'];
  actions: Actions;
  blocks: Blocks;
  memberships: Memberships;
}

/** The cursors with their queue, following the blocks and requests of their person. */
export function createReadCursors(
  { connection, actions, blocks, memberships }: Sources,
  options: Pick<ReadCursorsOptions, 'environment' | 'getEpoch' | 'getMe' | 'findLog'>,
): ReadCursors {
  const { environment, getEpoch, getMe } = options;
  const queue = new ReadQueue({
    environment,
    actions,
    getEpoch,
    onResult: reads => cursors.putAll(reads),
  });
  const isSilent = (authorId: string) => authorId === getMe() || blocks.get().has(authorId);
  const isRequest = (roomId: string) => memberships.isRequest(roomId);
  const isLeft = (roomId: string) => memberships.joinedRoomIds.get()?.has(roomId) === false;
  const cursors = new ReadCursors({ ...options, connection, queue, isSilent, isRequest, isLeft });
  actions.pending.subscribe(() => cursors.onMovesChange());
  blocks.subscribe(() => cursors.onBlocksChange());
  memberships.options.subscribe(() => cursors.onRequestsChange());
  return cursors;
}
