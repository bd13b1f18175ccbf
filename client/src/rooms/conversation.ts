import type { CommandError, CommandOutput, Message } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import { ConversationCount } from './conversation-count.ts';
import { trimCopy } from './drop-trimmed.ts';
import type { RoomStore } from './room.ts';
import type { LogChange, RoomLog, RoomView } from './room-log.ts';
import { RoomPages } from './room-pages.ts';

/** A page can be older than at most this many changes. Otherwise the conversation is read again. */
const MAX_RECENT_CHANGES = 100;
/** All who have missed the same changes ask for the count: each waits a random time. */
const MAX_COUNT_DELAY_MS = 2_000;

export interface ConversationInfo {
  /** The first message. Before the result of the server: the given message. */
  rootId: string;
  /** The number of messages. Undefined until it is known. */
  count?: number | undefined;
  /** As the server knew at the last page. Undefined until then. */
  follows?: boolean | undefined;
  /** Up to where the person had read it then. Undefined outside of their rooms. */
  readSeq?: number | undefined;
}

export interface ConversationOptions {
  roomId: string;
  /** Any message of the conversation. */
  messageId: string;
  /** Open while the conversation is. */
  room: Pick<RoomStore, 'view' | 'changed'>;
  environment: Pick<Environment, 'setTimer' | 'random'>;
  connection: Pick<Connection, 'command' | 'state'>;
  /** Messages of these people are no arrivals. */
  isIgnored: (uid: string) => boolean;
}

/** A message and all its replies: a part of the room's log that follows the same events. */
export class ConversationStore {
  readonly view: Store<RoomView>;
  readonly info: Store<ConversationInfo>;
  readonly pages: RoomPages;
  readonly #options: ConversationOptions;
  #count = new ConversationCount();
  #recent: LogChange[] = [];
  #stopCountTimer: (() => void) | undefined;
  #own: Pick<ConversationInfo, 'follows' | 'readSeq'> = {};
  #isLoaded = false;
  #isLoading = false;
  /** Increases when the shown page must be replaced. */
  #readNumber = 0;
  readonly #retry: Retry;
  readonly #counting: RetriedRead<CommandOutput<'get_messages'>>;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { roomId, messageId, room, connection } = options;
    const { log } = room.view.get();
    const getId = () => this.info.get().rootId;
    this.#retry = new Retry(options, () => this.#loadOnce());
    this.#counting = new RetriedRead({
      ...options,
      read: () => connection.command('get_messages', { roomId, conversation: getId(), limit: 1 }),
      onResult: page => this.#onCounted(page),
    });
    this.info = new Store<ConversationInfo>({ rootId: findRootId(messageId, log) });
    this.view = new Store(createView(this.info.get().rootId, log));
    this.pages = new RoomPages({
      roomId,
      connection,
      view: this.view,
      getConversation: getId,
      onPage: (log, { seq }, conversation) => this.#onPage(log, seq, conversation),
    });
  }

  /** Follows the conversation until the returned function is called. */
  open(): () => void {
    const { room, connection } = this.#options;
    this.#isLoaded = false;
    const stops = [
      room.changed.subscribe(change => this.#apply(change)),
      room.view.subscribe(() => {
        this.#trim();
        this.#loadOnce();
      }),
      connection.state.subscribe(() => this.#loadOnce()),
    ];
    this.#loadOnce();
    return () => {
      for (const stop of stops) stop();
      this.#stopCountTimer?.();
      this.#counting.cancel();
      this.#retry.cancel();
      this.#isLoaded = true;
    };
  }

  #loadOnce(): void {
    const { room, connection } = this.#options;
    const { log } = room.view.get();
    if (this.#isLoaded || this.#isLoading || this.#retry.isWaiting || !log) return;
    if (connection.state.get().status !== 'connected') return;
    this.#isLoading = true;
    const reading = this.#readNumber;
    if (!this.view.get().log) this.view.set(createView(this.info.get().rootId, log));
    this.pages.load().then(
      () => {
        this.#isLoading = false;
        this.#isLoaded = reading === this.#readNumber;
        this.#retry.reset();
        this.#loadOnce();
      },
      (error: CommandError) => this.#onFailed(error),
    );
  }

  #onFailed(error: CommandError): void {
    const { messageId } = this.#options;
    this.#isLoading = false;
    if (error.code === 'not_found' && this.info.get().rootId !== messageId) {
      // A trim took the conversation. Somebody who sent the given message again has begun another one with it.
      this.#count = new ConversationCount();
      this.#own = {};
      this.info.set({ rootId: messageId });
      this.#loadOnce();
    } else if (error.code === 'not_found' || error.code === 'invalid_input') {
      this.#isLoaded = true;
      this.view.set({ ...this.view.get(), status: 'missing' });
    } else {
      this.#retry.schedule(error);
    }
  }

  #onPage(page: RoomLog, seq: number, conversation: PageConversation | undefined): void {
    const first = this.#recent[0];
    const { rootId } = conversation ?? this.info.get();
    if (conversation) this.#setCount(conversation, seq);
    if (conversation) this.#own = pickOwn(conversation);
    this.view.set({ ...this.view.get(), status: 'ready' });
    this.#show(page, rootId);
    const missed = this.#recent.filter(change => change.seq > seq);
    for (const change of missed) this.#applyOnce(change);
    if (first && missed[0] === first && this.#recent.length === MAX_RECENT_CHANGES) this.#readAgain();
  }

  #apply(change: LogChange): void {
    // The positions after it can be others.
    if (change.isReset) this.#recent = [];
    this.#recent = [...this.#recent, change].slice(-MAX_RECENT_CHANGES);
    if (!this.view.get().log) return;
    if (change.isReset) this.#readAgain();
    else this.#applyOnce(change);
  }

  #applyOnce(change: LogChange): void {
    const { log, status } = this.view.get();
    const { rootId } = this.info.get();
    if (!log) return;
    const { messages: before } = log;
    const after = change.apply(log);
    const messages = after.messages.filter(message => isInConversation(message, rootId));
    const added = messages.filter(({ id }) => !before.some(message => message.id === id));
    const arrivals = added.filter(({ author }) => !this.#options.isIgnored(author.uid));
    // Somebody sent a message again that was trimmed before they learned that it was stored.
    if (status === 'missing' && added.length > 0) this.#readAgain();
    if (!this.#count.apply(change, rootId)) this.#readCount();
    this.#show({ ...after, messages, arrivalCount: log.arrivalCount + arrivals.length }, rootId);
  }

  #show(log: RoomLog, rootId: string): void {
    this.info.set({ rootId, count: this.#count.value, ...this.#own });
    this.view.set({ ...this.view.get(), log });
  }

  #setCount({ rootId, count }: { rootId: string; count: number }, seq: number): void {
    if (!this.#count.set(count, seq, this.#recent, rootId)) this.#readCount();
  }

  /** Only the server knows how many messages are left. The list can know of a trim before the log does. */
  #trim(): void {
    const { log } = this.view.get();
    const trimmed = log && trimCopy(log, this.#options.room.view.get().log?.room.trimmedBefore);
    if (!trimmed || trimmed === log) return;
    this.#show(trimmed, this.info.get().rootId);
    if (trimmed.messages.length > 0) this.#readCount();
    else this.#readAgain();
  }

  #readCount(): void {
    const { environment } = this.#options;
    const read = () => {
      this.#stopCountTimer = undefined;
      // Without a connection, the next one brings another change.
      this.#counting.start();
    };
    this.#stopCountTimer ??= environment.setTimer(read, environment.random() * MAX_COUNT_DELAY_MS);
  }

  #onCounted({ conversation, seq }: CommandOutput<'get_messages'>): void {
    if (!conversation) return;
    this.#setCount(conversation, seq);
    this.info.set({ rootId: conversation.rootId, count: this.#count.value, ...this.#own });
  }

  #readAgain(): void {
    this.#readNumber++;
    this.#isLoaded = false;
    this.#loadOnce();
  }
}

type PageConversation = NonNullable<CommandOutput<'get_messages'>['conversation']>;

function pickOwn({ follows, readSeq }: PageConversation): Pick<ConversationInfo, 'follows' | 'readSeq'> {
  return { ...(follows !== undefined && { follows }), ...(readSeq !== undefined && { readSeq }) };
}

function findRootId(messageId: string, log: RoomLog | undefined): string {
  return log?.messages.find(({ id }) => id === messageId)?.rootId ?? messageId;
}

/** Shows the loaded messages until the server sends the page. */
function createView(rootId: string, log: RoomLog | undefined): RoomView {
  if (!log) return { status: 'loading', isLoadingOlder: false };
  const messages = log.messages.filter(message => isInConversation(message, rootId));
  const shown = { ...log, messages, hasOlder: false, hasNewer: false, arrivalCount: 0 };
  return { status: 'ready', isLoadingOlder: false, log: shown };
}

/** Like a page of the server: without messages that an admin removed. */
function isInConversation({ id, rootId, deletedAt }: Message, root: string): boolean {
  return deletedAt === undefined && (id === root || rootId === root);
}
