import { type CommandError, MAX_MINE_MESSAGES } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';

/** Everybody in a room asks after the same event: each within a random time, ms. */
const ASK_WITHIN_MS = 2_000;

export interface OwnReactionsOptions {
  roomId: string;
  environment: Pick<Environment, 'setTimer' | 'random'>;
  connection: Pick<Connection, 'request' | 'state'>;
  /** Called with one's own reactions to some messages, by message id. */
  onKnown: (mine: Readonly<Record<string, readonly string[]>>) => void;
}

/** Asks for one's own reactions to messages of a room that came without them. */
export class OwnReactions {
  readonly #options: OwnReactionsOptions;
  #unknown = new Set<string>();
  /** Those that are asked for, and that no event has changed since. */
  #asked = new Set<string>();
  #isBusy = false;
  #attempt = 0;

  constructor(options: OwnReactionsOptions) {
    this.#options = options;
  }

  /** Whether they are not known of all messages. */
  get isMissing(): boolean {
    return this.#unknown.size > 0;
  }

  find(messageIds: readonly string[]): void {
    for (const id of messageIds) this.#unknown.add(id);
    this.#askWithin(ASK_WITHIN_MS);
  }

  /** An answer brought them. */
  found(messageIds: readonly string[]): void {
    for (const id of messageIds) this.#unknown.delete(id);
  }

  /** The person reacted, or took a reaction back: an answer that is on its way may not know that. */
  changed(messageId: string): void {
    this.#asked.delete(messageId);
  }

  /** The connection is new. */
  resume(): void {
    this.#attempt = 0;
    this.#askWithin(ASK_WITHIN_MS);
  }

  clear(): void {
    this.#unknown.clear();
  }

  #askWithin(ms: number): void {
    if (this.#isBusy || !this.isMissing) return;
    this.#isBusy = true;
    const { environment } = this.#options;
    environment.setTimer(() => void this.#ask(), environment.random() * ms);
  }

  async #ask(): Promise<void> {
    const { roomId, connection, onKnown } = this.#options;
    const messageIds = [...this.#unknown].slice(0, MAX_MINE_MESSAGES);
    if (messageIds.length === 0) return void (this.#isBusy = false);
    this.#asked = new Set(messageIds);
    try {
      const { mine } = await connection.request('get_mine', { roomId, messageIds });
      const known = Object.entries(mine).filter(([id]) => this.#asked.has(id));
      this.found(known.map(([id]) => id));
      onKnown(Object.fromEntries(known));
      this.#isBusy = false;
      this.#askOnceMore(known.length > 0);
    } catch (error) {
      this.#isBusy = false;
      this.#failed(error as CommandError);
    }
  }

  #askOnceMore(isProgress: boolean): void {
    if (isProgress) this.#attempt = 0;
    this.#askWithin(isProgress ? 0 : backoffMs(this.#attempt++, this.#options.environment.random));
  }

  #failed(error: CommandError): void {
    const { connection } = this.#options;
    if (!error.retry) return this.clear();
    // Without a connection, the next one starts the asking again.
    if (connection.state.get().status === 'connected') this.#askOnceMore(false);
  }
}
