import { type CommandError, type CommandOutput, type RoomEvent, type RoomState } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { applyEvent, applyOlderPage, applyState, type RoomLog } from './room-log.ts';
import { Store } from './store.ts';

export interface RoomView {
  status: 'loading' | 'ready' | 'missing';
  log?: RoomLog;
  loadingOlder: boolean;
}

const LOADING: RoomView = { status: 'loading', loadingOlder: false };

/** One room as this client follows it: its log, kept without holes. */
export class RoomStore {
  readonly view = new Store<RoomView>(LOADING);
  /** Called after each change of the log. */
  onLog: (log: RoomLog) => void = () => {};

  readonly #roomId: string;
  readonly #me: () => string | undefined;
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  #viewers = 0;
  #subscribed = false;
  #syncing = false;
  #attempt = 0;
  #resets = 0;
  /** The position of a page that was read before events that had been applied by then. */
  #staleSince: number | undefined;
  /** Events that came while the log was being read: those past its position are applied after it. */
  #early: RoomEvent[] = [];

  /** `me`: the id of the person who follows the room. */
  constructor(
    roomId: string,
    environment: Environment,
    connection: Pick<Connection, 'request' | 'state'>,
    me: () => string | undefined,
  ) {
    this.#me = me;
    this.#roomId = roomId;
    this.#environment = environment;
    this.#connection = connection;
  }

  get isOpen(): boolean {
    return this.#viewers > 0;
  }

  /** The position up to which the log is known, while the room is open. */
  get followedTo(): number | undefined {
    return this.isOpen ? this.view.get().log?.seq : undefined;
  }

  /** Follows the room until the returned function is called. Opened twice, it must be closed twice. */
  open(): () => void {
    if (this.#viewers++ === 0) this.#sync();
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      if (--this.#viewers === 0) this.#close();
    };
  }

  /** The connection is new: nothing is subscribed on it. */
  reconnected(): void {
    this.#subscribed = false;
    this.#attempt = 0;
    if (this.isOpen) this.#sync();
  }

  /** The server started over: what this client knows belongs to another history. */
  clear(): void {
    this.#early = [];
    this.#staleSince = undefined;
    this.#resets++;
    this.view.set(LOADING);
  }

  apply(event: RoomEvent): void {
    if (this.#syncing || !this.view.get().log) {
      this.#early.push(event);
    } else if (!this.#step(event)) {
      this.#early.push(event);
      this.#sync();
    }
  }

  /** The server says where the room's log is: behind means that an event got lost on the way. */
  heartbeat(seq: number): void {
    const { log } = this.view.get();
    if (log && seq > log.seq) this.#sync();
  }

  /** Reads the page before the oldest message known. Rejects with a `CommandError`. */
  async loadOlder(): Promise<void> {
    const { log, loadingOlder } = this.view.get();
    if (!log?.hasOlder || loadingOlder) return;
    this.view.set({ ...this.view.get(), loadingOlder: true });
    const resets = this.#resets;
    try {
      const before = log.messages[0]?.seq;
      const page = await this.#connection.request('get_messages', {
        roomId: this.#roomId,
        ...(before !== undefined && { before }),
      });
      const now = this.view.get().log;
      // After a reset in the meantime, this page would not join the new one.
      if (now && resets === this.#resets) this.#showOlder(now, page);
    } finally {
      this.view.set({ ...this.view.get(), loadingOlder: false });
    }
  }

  // Events may have told of changes after the page was read: then what it says of them is stale.
  #showOlder(log: RoomLog, page: CommandOutput<'get_messages'>): void {
    this.#show(applyOlderPage(log, page));
    if (page.seq >= log.seq) return;
    this.#staleSince = Math.min(page.seq, this.#staleSince ?? page.seq);
    this.#sync();
  }

  /** True where the event is applied, or was before; false where one is missing in front of it. */
  #step(event: RoomEvent): boolean {
    const { log } = this.view.get();
    if (!log || event.seq > log.seq + 1) return false;
    if (event.seq === log.seq + 1) this.#show(applyEvent(log, event, this.#me()));
    return true;
  }

  #sync(): void {
    if (this.#syncing) return;
    this.#syncing = true;
    const since = this.#completeTo();
    this.#staleSince = undefined;
    this.#read(since).then(
      state => this.#synced(state),
      (error: CommandError) => {
        this.#staleSince = since;
        this.#failed(error);
      },
    );
  }

  /** Up to here, nothing that this client shows can be wrong. */
  #completeTo(): number | undefined {
    const { log } = this.view.get();
    return log && Math.min(log.seq, this.#staleSince ?? log.seq);
  }

  #read(since: number | undefined): Promise<RoomState> {
    const roomId = this.#roomId;
    if (this.#subscribed && since !== undefined) {
      return this.#connection.request('catch_up', { roomId, since });
    }
    return this.#connection.request('open_room', { roomId, ...(since !== undefined && { since }) });
  }

  #synced(state: RoomState): void {
    this.#syncing = false;
    this.#subscribed = true;
    this.#attempt = 0;
    if (state.reset) this.#resets++;
    this.#show(applyState(this.view.get().log, state));
    const early = this.#early.toSorted((a, b) => a.seq - b.seq);
    this.#early = [];
    for (const event of early) this.apply(event);
    if (!this.isOpen) this.#close();
    else if (this.#staleSince !== undefined) this.#sync();
  }

  #failed(error: CommandError): void {
    this.#syncing = false;
    const isMissing = error.code === 'not_found' || error.code === 'bad_input';
    if (isMissing) this.view.set({ status: 'missing', loadingOlder: false });
    // Without a connection, the next one starts the reading again.
    if (isMissing || this.#connection.state.get().status !== 'connected') return;
    const wait = backoffMs(this.#attempt++, this.#environment.random);
    this.#environment.setTimer(() => this.isOpen && this.#sync(), wait);
  }

  #close(): void {
    if (!this.#subscribed) return;
    this.#subscribed = false;
    this.#connection.request('close_room', { roomId: this.#roomId }).catch(() => {
      // The connection is gone, and the subscription with it.
    });
  }

  #show(log: RoomLog): void {
    this.view.set({ ...this.view.get(), status: 'ready', log });
    this.onLog(log);
  }
}
