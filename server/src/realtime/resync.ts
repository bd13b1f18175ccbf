import type { AccessCheck } from './access-check.ts';
import type { Connection } from './connection.ts';
import { createFrame } from './frame.ts';

const SPREAD_MS = 10_000;
const TICK_MS = 100;

export interface ResyncOptions {
  listConnections: () => readonly Connection[];
  checkAccess: AccessCheck['checkSubscriber'];
  setTimer: (run: () => void, ms: number) => void;
  onFailure: (error: unknown) => void;
}

const RESYNC = createFrame({ events: [{ type: 'resync' }] });

/** Asks all clients to read again what the bus may have lost. */
export class Resync {
  readonly #options: ResyncOptions;
  #pending: Connection[] = [];
  #perTick = 0;
  #isScheduled = false;

  constructor(options: ResyncOptions) {
    this.#options = options;
  }

  /** Connections that still wait for an earlier gap are asked once. */
  start(): void {
    const { listConnections } = this.#options;
    this.#pending = [...listConnections()];
    this.#perTick = Math.ceil((this.#pending.length * TICK_MS) / SPREAD_MS);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#pending.length === 0) return;
    this.#isScheduled = true;
    this.#options.setTimer(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.#isScheduled = false;
    for (const connection of this.#pending.splice(0, this.#perTick)) void this.#resync(connection);
    this.#schedule();
  }

  async #resync(connection: Connection): Promise<void> {
    const { checkAccess, onFailure } = this.#options;
    if (connection.isClosed) return;
    try {
      await checkAccess(connection, connection.roomIds);
      connection.sendInBackground(RESYNC);
    } catch (error) {
      onFailure(error);
      this.#pending.push(connection);
      this.#schedule();
    }
  }
}
