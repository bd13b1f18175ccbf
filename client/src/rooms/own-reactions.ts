import { type CommandError, MAX_MINE_MESSAGES } from '@snug/protocol';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import type { OwnReactionLists } from './merge-messages.ts';

/** All clients in a room send this request after the same event: each waits a random time. */
const MAX_FETCH_DELAY_MS = 2_000;

export interface OwnReactionsOptions {
  roomId: string;
  environment: Pick<Environment, 'setTimer' | 'random'>;
  connection: Pick<Connection, 'request' | 'state'>;
  /** By message id. */
  onLoaded: (own: Readonly<Record<string, OwnReactionLists>>) => void;
}

export class OwnReactions {
  readonly #options: OwnReactionsOptions;
  #missing = new Set<string>();
  /** Those in flight that no event has changed since. */
  #requested = new Set<string>();
  #isBusy = false;
  readonly #retry: Retry;

  constructor(options: OwnReactionsOptions) {
    this.#options = options;
    this.#retry = new Retry(options, () => this.#scheduleFetch(0));
  }

  get isIncomplete(): boolean {
    return this.#missing.size > 0;
  }

  request(messageIds: readonly string[]): void {
    for (const id of messageIds) this.#missing.add(id);
    this.#scheduleFetch(MAX_FETCH_DELAY_MS);
  }

  markKnown(messageIds: readonly string[]): void {
    for (const id of messageIds) this.#missing.delete(id);
  }

  /** The person's reaction changed: a result in flight may not contain it. */
  invalidate(messageId: string): void {
    this.#requested.delete(messageId);
  }

  resume(): void {
    this.#scheduleFetch(MAX_FETCH_DELAY_MS);
  }

  clear(): void {
    this.#missing.clear();
  }

  #scheduleFetch(ms: number): void {
    if (this.#isBusy || this.#retry.isWaiting || !this.isIncomplete) return;
    this.#isBusy = true;
    const { environment } = this.#options;
    environment.setTimer(() => void this.#fetch(), environment.random() * ms);
  }

  async #fetch(): Promise<void> {
    const { roomId, connection, onLoaded } = this.#options;
    const messageIds = [...this.#missing].slice(0, MAX_MINE_MESSAGES);
    if (messageIds.length === 0) return void (this.#isBusy = false);
    this.#requested = new Set(messageIds);
    try {
      const { mine, customMine } = await connection.request('get_mine', { roomId, messageIds });
      const known = Object.entries(mine)
        .filter(([id]) => this.#requested.has(id))
        .map(([id, own]) => [id, { mine: own, customMine: customMine?.[id] }] as const);
      this.markKnown(known.map(([id]) => id));
      onLoaded(Object.fromEntries(known));
      this.#isBusy = false;
      if (known.length === 0) return this.#retry.schedule();
      this.#retry.reset();
      this.#scheduleFetch(0);
    } catch (error) {
      this.#isBusy = false;
      this.#onFailed(error as CommandError);
    }
  }

  #onFailed(error: CommandError): void {
    if (error.isRetryable) this.#retry.schedule(error);
    else this.clear();
  }
}
