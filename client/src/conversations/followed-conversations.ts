import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  type ConversationRef,
  type Event,
  type EventOf,
  MAX_FOLLOWED_IDS,
} from '@snug/protocol';
import type { Action } from '../actions/action-items.ts';
import { addMarks } from '../base/marks.ts';
import { Store } from '../base/store.ts';
import type { Chat } from '../chat.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import { whenStored } from '../outbox/when-stored.ts';
import { NewConversations } from './new-conversations.ts';

const UNKNOWN = -1;
const COMMAND = 'set_follow';

interface Source extends Pick<Chat, 'actions' | 'newId' | 'cursors' | 'blocks' | 'me' | 'roomList'> {
  connection: Pick<Chat['connection'], 'command' | 'state' | 'events'>;
}

/** Which conversations a person follows, as far as a view asked for them. Loaded on first use. */
export class FollowedConversations {
  /** By `toKey`. Missing: unknown. */
  readonly marks = new Store<ReadonlyMap<string, boolean>>(new Map());
  /** Changes whenever the list of followed conversations may have changed. */
  readonly version = new Store(UNKNOWN);
  /** Those with something new, for the number at "Conversations". */
  readonly news: NewConversations;

  readonly #source: Source;
  /** What a view shows, by `toKey`. */
  readonly #watched = new Map<string, ConversationRef & { views: number }>();
  readonly #asked = new Set<string>();
  readonly #retry: Retry;
  #isAskDue = false;
  #readNumber = 0;

  constructor(source: Source, environment: Pick<Environment, 'now' | 'random' | 'setTimer'>) {
    this.#source = source;
    this.#retry = new Retry({ environment, connection: source.connection }, () => this.#askSoon());
    this.news = new NewConversations({
      environment,
      source,
      isFollowed: (roomId, rootId) => this.isFollowed(roomId, rootId),
    });
  }

  start(): () => void {
    const { actions, connection } = this.#source;
    const stops = [
      connection.events.subscribe(event => this.#apply(event)),
      actions.onDone.subscribe(({ action, output }) => this.#onDone(action, output)),
      this.news.start(),
    ];
    return () => {
      this.#retry.cancel();
      for (const stop of stops) stop();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.marks.subscribe(listener), this.#source.actions.pending.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** Whether the person wants to follow it, before the server has stored that. Undefined if unknown. */
  isFollowed(roomId: string, rootId: string): boolean | undefined {
    const action = this.#source.actions.find(toActionKey(roomId, rootId));
    if (action?.status === 'waiting') return (action.input as CommandInput<typeof COMMAND>).on;
    return this.marks.get().get(toKey(roomId, rootId));
  }

  /** Keeps known whether the person follows it, until the result is called. Views that begin together share a command. */
  watch(roomId: string, rootId: string): () => void {
    const key = toKey(roomId, rootId);
    const watched = this.#watched.get(key) ?? { roomId, rootId, views: 0 };
    watched.views++;
    this.#watched.set(key, watched);
    this.#askSoon();
    return () => {
      watched.views--;
      if (watched.views === 0) this.#watched.delete(key);
    };
  }

  #askSoon(): void {
    if (this.#isAskDue) return;
    this.#isAskDue = true;
    void Promise.resolve().then(() => {
      this.#isAskDue = false;
      // Without a connection, the next one asks.
      if (this.#source.connection.state.get().status === 'connected') this.#ask();
    });
  }

  #ask(): void {
    const unknown = [...this.#watched]
      .filter(([key]) => !this.marks.get().has(key) && !this.#asked.has(key))
      .map(([, watched]) => watched);
    for (const [roomId, refs] of Map.groupBy(unknown, watched => watched.roomId))
      for (let start = 0; start < refs.length; start += MAX_FOLLOWED_IDS) {
        const some = refs.slice(start, start + MAX_FOLLOWED_IDS);
        void this.#askFor(
          roomId,
          some.map(({ rootId }) => rootId),
        );
      }
  }

  async #askFor(roomId: string, rootIds: string[]): Promise<void> {
    const reading = this.#readNumber;
    const keys = rootIds.map(rootId => toKey(roomId, rootId));
    for (const key of keys) this.#asked.add(key);
    try {
      const result = await this.#source.connection.command('get_follows', { roomId, rootIds });
      this.#retry.reset();
      if (reading === this.#readNumber) this.#put(roomId, rootIds, result);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (error.isRetryable) this.#retry.schedule(error);
    } finally {
      for (const key of keys) this.#asked.delete(key);
    }
    // The change that came in between can be newer than the result.
    if (reading !== this.#readNumber) this.#askSoon();
  }

  #put(roomId: string, asked: readonly string[], result: CommandOutput<'get_follows'>): void {
    const known = this.version.get();
    if (result.version < known) return this.#retry.schedule();
    const followed = new Set(result.rootIds);
    // Events of the changes in between are on their way, and can be about other conversations.
    if (known === UNKNOWN) this.version.set(result.version);
    this.#addMarks(asked.map(rootId => [toKey(roomId, rootId), followed.has(rootId)]));
  }

  /** `rootId`: of the first message. Resolves to whether the server has stored it, and no later change has replaced it. */
  async set(roomId: string, rootId: string, on: boolean): Promise<boolean> {
    const { actions, newId } = this.#source;
    const id = newId();
    const input = { roomId, messageId: rootId, on };
    void actions.enqueue({ id, key: toActionKey(roomId, rootId), roomId, command: COMMAND, input });
    return (await whenStored(actions, id)) !== undefined;
  }

  #apply(event: Event): void {
    if (event.type === 'connected' || event.type === 'resync') {
      this.#forget();
      this.#askSoon();
    }
    if (event.type === 'conversation_changed') this.#applyChange(event);
  }

  #onDone({ command }: Action, output: unknown): void {
    if (command !== COMMAND) return;
    const { roomId, rootId, follows, version } = output as CommandOutput<typeof COMMAND>;
    this.#applyChange({ type: 'conversation_changed', roomId, rootId, follows, version });
  }

  /** After a missing change, every mark may be wrong. */
  #applyChange({ roomId, rootId, follows, version }: EventOf<'conversation_changed'>): void {
    const known = this.version.get();
    if (version < known || (version === known && this.marks.get().has(toKey(roomId, rootId)))) return;
    if (known !== UNKNOWN && version > known + 1) this.#forget();
    this.#readNumber++;
    this.version.set(version);
    this.#addMarks([[toKey(roomId, rootId), follows]]);
    this.#askSoon();
  }

  #addMarks(marks: readonly [key: string, follows: boolean][]): void {
    this.marks.set(addMarks(this.marks.get(), marks, key => this.#watched.has(key)));
  }

  #forget(): void {
    this.#readNumber++;
    this.version.set(UNKNOWN);
    this.marks.set(new Map());
  }
}

function toActionKey(roomId: string, rootId: string): string {
  return `follow:${roomId}:${rootId}`;
}

export function toKey(roomId: string, rootId: string): string {
  return `${roomId} ${rootId}`;
}
