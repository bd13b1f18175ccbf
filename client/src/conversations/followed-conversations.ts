import {
  type CommandInput,
  type CommandOutput,
  type ConversationRef,
  type Event,
  type EventOf,
  MAX_FOLLOWED_IDS,
} from '@snug/protocol';
import type { Action } from '../actions/action-items.ts';
import { Store } from '../base/store.ts';
import type { Chat } from '../chat.ts';
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
  #readNumber = 0;

  constructor(source: Source, environment: Pick<Environment, 'now' | 'random' | 'setTimer'>) {
    this.#source = source;
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

  /** Reads whether the person follows these conversations of a room, as far as that is unknown. */
  async request(roomId: string, rootIds: readonly string[]): Promise<void> {
    const unknown = [...new Set(rootIds)].filter(rootId => !this.marks.get().has(toKey(roomId, rootId)));
    for (let start = 0; start < unknown.length; start += MAX_FOLLOWED_IDS)
      await this.#requestSome(roomId, unknown.slice(start, start + MAX_FOLLOWED_IDS));
  }

  async #requestSome(roomId: string, rootIds: readonly string[]): Promise<void> {
    const reading = this.#readNumber;
    const input = { roomId, rootIds: [...rootIds] };
    const result = await this.#source.connection.command('get_follows', input).catch(() => undefined);
    // A change came in between: then the view asks again.
    if (!result || reading !== this.#readNumber || result.version < this.version.get()) return;
    const followed = new Set(result.rootIds);
    this.version.set(result.version);
    this.marks.set(
      new Map([
        ...this.marks.get(),
        ...rootIds.map(rootId => [toKey(roomId, rootId), followed.has(rootId)] as const),
      ]),
    );
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
    if (event.type === 'connected' || event.type === 'resync') this.#forget();
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
    this.marks.set(new Map(this.marks.get()).set(toKey(roomId, rootId), follows));
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

/** What these actions will end, for a list that shows it at once. */
export function listUnfollowed(actions: readonly Action[]): ConversationRef[] {
  return actions
    .filter(({ command, input }) => command === COMMAND && !(input as CommandInput<typeof COMMAND>).on)
    .map(({ roomId, input }) => ({ roomId, rootId: (input as CommandInput<typeof COMMAND>).messageId }));
}
