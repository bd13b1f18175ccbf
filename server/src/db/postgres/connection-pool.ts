import { StartError } from '../../base/start-error.ts';
import { ConnectionError } from './errors.ts';
import { PostgresConnection } from './postgres-connection.ts';

export class ConnectionPool<Wrapped> {
  readonly #options: ConnectionPoolOptions<Wrapped>;
  readonly #slots: Slot<Wrapped>[];
  readonly #waiting: ((slot: Slot<Wrapped>) => void)[] = [];
  #isClosed = false;

  constructor(options: ConnectionPoolOptions<Wrapped>) {
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => ({ opened: undefined, isTaken: false }));
  }

  /** Calls `use` with a connection of its own. Waits while all are taken. */
  async withOwn<Result>(use: (wrapped: Wrapped) => Promise<Result>): Promise<Result> {
    const slot = await this.#take();
    try {
      return await use(await this.#open(slot));
    } finally {
      this.#release(slot);
    }
  }

  /** The connection with the fewest pending queries, which others use at the same time. */
  share(): Promise<Wrapped> {
    const slot = this.#slots.reduce((best, other) => (getLoad(other) < getLoad(best) ? other : best));
    return this.#open(slot);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(
      this.#slots.map(async ({ opened }) =>
        (await opened?.promise.catch(() => undefined))?.connection.close(),
      ),
    );
  }

  #open(slot: Slot<Wrapped>): Promise<Wrapped> {
    if (this.#isClosed) throw new Error('the store is closed');
    if (!slot.opened || slot.opened.connection?.isOpen === false) slot.opened = this.#connect(slot);
    return slot.opened.promise.then(({ wrapped }) => wrapped);
  }

  #connect(slot: Slot<Wrapped>): Opened<Wrapped> {
    const opened: Opened<Wrapped> = { connection: undefined, promise: this.#create() };
    opened.promise.then(
      ({ connection }) => (opened.connection = connection),
      () => slot.opened === opened && (slot.opened = undefined),
    );
    return opened;
  }

  async #create(): Promise<{ connection: PostgresConnection; wrapped: Wrapped }> {
    const { wrap, onOpen } = this.#options;
    const connection = await this.#openConnection();
    onOpen?.(connection);
    return { connection, wrapped: wrap(connection) };
  }

  async #openConnection(): Promise<PostgresConnection> {
    const { url, onRefused } = this.#options;
    try {
      return await PostgresConnection.open(url);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      onRefused?.(error);
      // Clients repeat their commands at another server.
      throw new ConnectionError(error.message, { cause: error });
    }
  }

  get counts(): { open: number; taken: number; waiting: number } {
    return {
      open: this.#slots.filter(({ opened }) => opened?.connection?.isOpen).length,
      taken: this.#slots.filter(({ isTaken }) => isTaken).length,
      waiting: this.#waiting.length,
    };
  }

  async #take(): Promise<Slot<Wrapped>> {
    const begun = performance.now();
    const slot = this.#slots.find(({ isTaken }) => !isTaken) ?? (await this.#waitForSlot());
    slot.isTaken = true;
    this.#options.onTake?.(performance.now() - begun);
    return slot;
  }

  /** The slot stays taken while it changes hands. */
  #waitForSlot(): Promise<Slot<Wrapped>> {
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #release(slot: Slot<Wrapped>): void {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else slot.isTaken = false;
  }
}

export interface ConnectionPoolOptions<Wrapped> {
  url: string;
  size: number;
  wrap: (connection: PostgresConnection) => Wrapped;
  onOpen?: (connection: PostgresConnection) => void;
  /** Receives the time that `withOwn` waited for its connection. */
  onTake?: ((waitedMs: number) => void) | undefined;
  /** Snug cannot use the server any more. */
  onRefused?: (error: StartError) => void;
}

interface Opened<Wrapped> {
  connection: PostgresConnection | undefined;
  promise: Promise<{ connection: PostgresConnection; wrapped: Wrapped }>;
}

interface Slot<Wrapped> {
  opened: Opened<Wrapped> | undefined;
  isTaken: boolean;
}

function getLoad({ opened }: Slot<unknown>): number {
  return opened?.connection?.pendingCount ?? 0;
}
