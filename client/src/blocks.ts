import { CommandError, type CommandOutput, type EventOf } from '@snug/protocol';
import { getRetryDelayMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { Store } from './store.ts';

const UNKNOWN = -1;

/** The ids of the people whom this person has blocked. Empty until known. */
export class Blocks extends Store<ReadonlySet<string>> {
  readonly #environment: Pick<Environment, 'random' | 'setTimer'>;
  readonly #connection: Pick<Connection, 'command' | 'request' | 'state'>;
  #version = UNKNOWN;
  /** Results of earlier reads are ignored. */
  #readNumber = 0;

  constructor(
    environment: Pick<Environment, 'random' | 'setTimer'>,
    connection: Pick<Connection, 'command' | 'request' | 'state'>,
  ) {
    super(new Set());
    this.#environment = environment;
    this.#connection = connection;
  }

  /** Cached ids count until the server sends the present ones. */
  restore(uids: readonly string[]): void {
    if (this.#version === UNKNOWN) this.#show(uids);
  }

  /** Rejects with a `CommandError`. */
  async setBlocked(uid: string, blocked: boolean): Promise<void> {
    const { version } = await this.#connection.command('set_block', { uid, blocked });
    this.apply({ uid, blocked, version });
  }

  /** After a version that is not the next one, reads all of them. */
  apply({ uid, blocked, version }: Omit<EventOf<'block_changed'>, 'type'>): void {
    if (version <= this.#version) return;
    if (version > this.#version + 1) return this.readAgain();
    this.#version = version;
    const others = [...this.get()].filter(other => other !== uid);
    this.#show(blocked ? [...others, uid] : others);
  }

  /** For a new connection, and after lost events. */
  readAgain(): void {
    void this.#read(0);
  }

  clear(): void {
    this.#readNumber++;
    this.#version = UNKNOWN;
    this.#show([]);
  }

  async #read(attempt: number): Promise<void> {
    // Without a connection, the next one reads.
    if (this.#connection.state.get().status !== 'connected') return;
    const reading = ++this.#readNumber;
    try {
      const blocks = await this.#connection.request('list_blocks', {});
      if (reading === this.#readNumber) this.#replace(blocks);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const retry = () => reading === this.#readNumber && void this.#read(attempt + 1);
      const wait = getRetryDelayMs(attempt, this.#environment.random);
      if (error.isRetryable)
        this.#environment.setTimer(retry, Math.max(wait, (error.retryAfter ?? 0) * 1_000));
    }
  }

  #replace({ uids, version }: CommandOutput<'list_blocks'>): void {
    if (version < this.#version) return;
    this.#version = version;
    this.#show(uids);
  }

  #show(uids: readonly string[]): void {
    const shown = this.get();
    if (uids.length !== shown.size || uids.some(uid => !shown.has(uid))) this.set(new Set(uids));
  }
}
