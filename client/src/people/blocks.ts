import type { CommandOutput, EventOf } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';

const UNKNOWN = -1;

/** The ids of the people whom this person has blocked. Empty until known. */
export class Blocks extends Store<ReadonlySet<string>> {
  readonly #connection: Pick<Connection, 'command' | 'request' | 'state'>;
  #version = UNKNOWN;
  readonly #reading: RetriedRead<CommandOutput<'list_blocks'>>;

  constructor(
    environment: Pick<Environment, 'random' | 'setTimer'>,
    connection: Pick<Connection, 'command' | 'request' | 'state'>,
  ) {
    super(new Set());
    this.#connection = connection;
    this.#reading = new RetriedRead({
      environment,
      connection,
      read: () => connection.request('list_blocks', {}),
      onResult: blocks => this.#replace(blocks),
    });
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
    this.#reading.start();
  }

  clear(): void {
    this.#reading.cancel();
    this.#version = UNKNOWN;
    this.#show([]);
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
