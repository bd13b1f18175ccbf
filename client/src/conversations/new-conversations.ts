import {
  type CommandOutput,
  type ConversationRef,
  type Event,
  type EventOf,
  isRoomEvent,
  type RoomEvent,
} from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Chat } from '../chat.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';

/** All who follow a conversation ask after its reply: each waits a random time. */
const MAX_DELAY_MS = 2_000;
const MIN_INTERVAL_MS = 5_000;
/** While nobody knows whether the person follows the conversations that have replies. */
const MIN_UNSURE_INTERVAL_MS = 30_000;

/** What can change the followed conversations, or which of them have something new, beside replies and blocks. */
export const CONVERSATION_CAUSES: ReadonlySet<Event['type']> = new Set([
  'connected',
  'resync',
  'conversation_changed',
  'read_moved',
  'membership_changed',
]);

type Answer = CommandOutput<'list_new_conversations'>;

export interface NewConversationsState {
  conversations: readonly ConversationRef[];
  /** There are more. */
  hasMore: boolean;
}

interface Options {
  environment: Pick<Environment, 'now' | 'random' | 'setTimer'>;
  source: Pick<Chat, 'cursors' | 'blocks' | 'me' | 'roomList'> & {
    connection: Pick<Chat['connection'], 'command' | 'state' | 'events'>;
  };
  isFollowed: (roomId: string, rootId: string) => boolean | undefined;
}

/** Which followed conversations have something new. Asks the server, rarely, after what can change it. */
export class NewConversations {
  /** Undefined until the server has answered. */
  readonly state = new Store<NewConversationsState | undefined>(undefined);

  readonly #options: Options;
  readonly #reading: RetriedRead<Answer>;
  #answer: (Answer & { readSeqs: readonly (number | undefined)[] }) | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #dueAt = Number.POSITIVE_INFINITY;
  #isReading = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { environment, source } = options;
    this.#reading = new RetriedRead({
      environment,
      connection: source.connection,
      read: () => source.connection.command('list_new_conversations', {}),
      onResult: answer => this.#put(answer),
    });
  }

  start(): () => void {
    const { connection, cursors, blocks, roomList } = this.#options.source;
    const stops = [
      connection.events.subscribe(event => this.#apply(event)),
      cursors.states.subscribe(() => this.#show()),
      blocks.subscribe(() => this.#ask()),
      roomList.summaries.subscribe(summary => this.#applySummary(summary)),
    ];
    if (connection.state.get().status === 'connected') this.#ask();
    return () => {
      this.#stopTimer?.();
      this.#reading.cancel();
      for (const stop of stops) stop();
    };
  }

  /** A view has found changes, also of conversations that the client does not know as followed. */
  refresh(): void {
    this.#ask();
  }

  #apply(event: Event): void {
    if (isRoomEvent(event)) this.#applyStep(event);
    else if (CONVERSATION_CAUSES.has(event.type)) this.#ask();
  }

  #applyStep(event: RoomEvent): void {
    if (event.type !== 'message_sent' && event.type !== 'message_deleted') return;
    const { roomId, rootId, author } = event.message;
    const isDeleted = event.type === 'message_deleted';
    if (rootId !== undefined) this.#onReply({ roomId, rootId }, author.uid, isDeleted);
  }

  #applySummary({ room, changes, reset }: EventOf<'room_summary'>): void {
    if (reset) this.#ask(MIN_UNSURE_INTERVAL_MS);
    for (const { rootId, authorId, kind } of changes)
      if (rootId !== undefined) this.#onReply({ roomId: room.id, rootId }, authorId, kind === 'deleted');
  }

  #onReply(ref: ConversationRef, authorId: string, isDeleted: boolean): void {
    const { me, blocks } = this.#options.source;
    const isShown = this.state.get()?.conversations.some(shown => isSameRef(shown, ref)) ?? false;
    // It stays new with one more reply, unless an answer that is on its way lacks both.
    if (isShown && !isDeleted && !this.#isReading) return;
    const isFollowed = isShown || this.#options.isFollowed(ref.roomId, ref.rootId);
    if (isFollowed === false || authorId === me.get()?.uid || blocks.get().has(authorId)) return;
    this.#ask(isFollowed ? MIN_INTERVAL_MS : MIN_UNSURE_INTERVAL_MS);
  }

  #ask(minIntervalMs = MIN_INTERVAL_MS): void {
    const { now, random } = this.#options.environment;
    const dueAt = Math.max(now() + random() * MAX_DELAY_MS, this.#askedAt + minIntervalMs);
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    this.#stopTimer?.();
    this.#stopTimer = this.#options.environment.setTimer(() => this.#read(), dueAt - now());
  }

  // Without a connection, the next one asks.
  #read(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#askedAt = this.#options.environment.now();
    this.#isReading = true;
    this.#reading.start();
  }

  #put(answer: Answer): void {
    this.#isReading = false;
    this.#answer = { ...answer, readSeqs: answer.conversations.map(ref => this.#getReadSeq(ref)) };
    this.#show();
  }

  #getReadSeq({ roomId, rootId }: ConversationRef): number | undefined {
    return this.#options.source.cursors.getConversationSeq(roomId, rootId);
  }

  /** Without what the person has read since. A room without unread messages has no unread replies. */
  #show(): void {
    if (!this.#answer) return;
    const { states } = this.#options.source.cursors;
    const { readSeqs } = this.#answer;
    const conversations = this.#answer.conversations.filter(
      (ref, index) =>
        states.get().get(ref.roomId)?.unread !== 0 && (this.#getReadSeq(ref) ?? 0) <= (readSeqs[index] ?? 0),
    );
    const hasMore = this.#answer.more === true;
    const shown = this.state.get();
    if (shown?.hasMore === hasMore && isSame(shown.conversations, conversations)) return;
    this.state.set({ conversations, hasMore });
  }
}

function isSame(one: readonly ConversationRef[], other: readonly ConversationRef[]): boolean {
  return one.length === other.length && one.every((ref, index) => isSameRef(ref, other[index]));
}

function isSameRef({ roomId, rootId }: ConversationRef, other: ConversationRef | undefined): boolean {
  return other?.roomId === roomId && other.rootId === rootId;
}
