import { type CommandError, type EventOf, PAGE_SIZE, type RoomEvent, type RoomState } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { OwnReactions } from './own-reactions.ts';
import type { KeptRoom } from './room-cache-storage.ts';
import {
  applyCaughtUp,
  applyEvent,
  applyMine,
  applyState,
  type RoomLog,
  type RoomView,
  trim,
} from './room-log.ts';
import { type Place, RoomPages } from './room-pages.ts';
import { Store } from './store.ts';

/** A room that was read this lately needs no warming, ms. */
const WARM_MS = 10_000;

const LOADING: RoomView = { status: 'loading', loadingOlder: false };

/** What moves a log on. */
type LogEvent = RoomEvent | EventOf<'room_caught_up'>;

/** The position that a log has to be at. */
function fromOf(event: LogEvent): number {
  return event.type === 'room_caught_up' ? event.from : event.seq - 1;
}

/** The position that a log is at then. */
function toOf(event: LogEvent): number {
  return event.type === 'room_caught_up' ? event.to : event.seq;
}

/** One room as this client follows it: its log, kept without holes. */
export class RoomStore {
  readonly view = new Store<RoomView>(LOADING);
  /** Which of its messages are here. */
  readonly pages: RoomPages;
  readonly #own: OwnReactions;
  /** Called after each change of the log. */
  onLog: (log: RoomLog) => void = () => {};
  /** Called when the room is opened or closed. */
  onOpenChange: () => void = () => {};

  readonly #roomId: string;
  readonly #me: () => string | undefined;
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'command' | 'request' | 'state'>;
  #viewers = 0;
  #subscribed = false;
  #syncing = false;
  #attempt = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The position of a page that was read before events that had been applied by then. */
  #staleSince: number | undefined;
  /** Events that came while the log was being read: those past its position are applied after it. */
  #early: LogEvent[] = [];

  /** `me`: the id of the person who follows the room. */
  constructor(
    roomId: string,
    environment: Environment,
    connection: Pick<Connection, 'command' | 'request' | 'state'>,
    me: () => string | undefined,
  ) {
    this.#me = me;
    this.#roomId = roomId;
    this.#environment = environment;
    this.#connection = connection;
    const onKnown = (mine: Parameters<typeof applyMine>[1]) => {
      const { log } = this.view.get();
      if (log) this.#show(applyMine(log, mine));
    };
    this.#own = new OwnReactions({ roomId, environment, connection, onKnown });
    this.pages = new RoomPages({
      roomId,
      connection,
      view: this.view,
      onPage: (log, place) => this.#showPage(log, place),
    });
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
    if (this.#viewers++ === 0) {
      this.#sync();
      this.onOpenChange();
    }
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      if (--this.#viewers > 0) return;
      this.#close();
      this.onOpenChange();
    };
  }

  /** The connection is new: nothing is subscribed on it. */
  reconnected(): void {
    this.#subscribed = false;
    this.#attempt = 0;
    if (this.isOpen) this.#sync();
    this.#own.resume();
  }

  /** The server started over: what this client knows belongs to another history. */
  clear(): void {
    this.#early = [];
    this.#staleSince = undefined;
    this.#own.clear();
    this.pages.replaced();
    this.view.set(LOADING);
  }

  /** Shows the room as it was, unless it is known; until the server says what has changed since. */
  restore({ room, admins, seq, incarnation, messages, hasOlder }: Omit<KeptRoom, 'epoch'>): void {
    if (this.view.get().status !== 'loading') return;
    this.#show({ room, admins, seq, incarnation, messages, hasOlder, hasNewer: false, arrivals: 0 }, true);
  }

  /** The newest page, as it can be restored; nothing while it is not here. */
  toKeep(): Omit<KeptRoom, 'epoch'> | undefined {
    const { log } = this.view.get();
    const seq = this.#completeTo();
    if (!log || log.hasNewer || seq === undefined || this.#own.isMissing) return undefined;
    const { room, admins, incarnation, messages, hasOlder } = trim(log, PAGE_SIZE);
    return { room, admins, seq, incarnation, messages, hasOlder };
  }

  apply(event: LogEvent): void {
    if (this.#syncing || !this.view.get().log) {
      this.#early.push(event);
    } else if (this.#isOfOtherHistory(event)) {
      this.#sync();
    } else if (!this.#step(event)) {
      this.#early.push(event);
      this.#sync();
    }
  }

  // A step that is made a second time: what this client knows may never have been.
  #isOfOtherHistory(event: LogEvent): boolean {
    const { log } = this.view.get();
    return (
      log !== undefined && toOf(event) <= log.seq && (event.incarnation ?? '') !== (log.incarnation ?? '')
    );
  }

  /** The server says where the room's log is: behind means that an event got lost on the way. */
  heartbeat(seq: number): void {
    const { log } = this.view.get();
    if (log && seq > log.seq) this.#sync();
  }

  /** Reads what is missing without following the room, so that it shows at once when it is opened. */
  warm(): void {
    if (this.isOpen || this.#environment.now() - this.#readAt < WARM_MS) return;
    if (this.#connection.state.get().status === 'connected') this.#sync();
  }

  /** True where the event is applied, or was before; false where one is missing in front of it. */
  #step(event: LogEvent): boolean {
    const { log } = this.view.get();
    if (!log || fromOf(event) > log.seq) return false;
    if (toOf(event) <= log.seq) return true;
    const me = this.#me();
    if (event.type === 'room_caught_up') {
      if (event.reset) this.pages.replaced();
      this.#show(applyCaughtUp(log, event, me));
      this.#own.find(event.messages.filter(({ reactions }) => reactions).map(({ id }) => id));
    } else {
      this.#show(applyEvent(log, event, me));
      if (event.type === 'message_reacted' && event.uid === me) this.#own.changed(event.message.id);
    }
    return true;
  }

  #sync(): void {
    if (this.#syncing) return;
    this.#syncing = true;
    const since = this.#completeTo();
    this.#staleSince = undefined;
    const isOpening = this.isOpen && !this.#subscribed;
    this.#read(isOpening, since).then(
      state => this.#synced(state, isOpening),
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

  #read(isOpening: boolean, since: number | undefined): Promise<RoomState> {
    const incarnation = this.view.get().log?.incarnation ?? '';
    const input = { roomId: this.#roomId, ...(since !== undefined && { since, incarnation }) };
    return this.#connection.request(isOpening ? 'open_room' : 'catch_up', input);
  }

  #synced(state: RoomState, isOpening: boolean): void {
    this.#syncing = false;
    this.#subscribed ||= isOpening;
    this.#attempt = 0;
    this.#readAt = this.#environment.now();
    if (state.reset) this.pages.replaced();
    if (state.reset) this.#own.clear();
    this.#own.found(state.messages.map(({ id }) => id));
    this.#show(applyState(this.view.get().log, state, this.#me()));
    const early = this.#early.filter(event => toOf(event) > state.seq).toSorted((a, b) => toOf(a) - toOf(b));
    this.#early = [];
    for (const event of early) this.apply(event);
    if (!this.isOpen) this.#close();
    // Opened while it was being warmed: now follow it.
    else if (!this.#subscribed || this.#staleSince !== undefined) this.#sync();
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

  // Events may have told of changes after the page was read: then what it says of them is stale.
  #showPage(log: RoomLog, { seq, incarnation }: Place): void {
    this.#show(log);
    const isOther = (incarnation ?? '') !== (log.incarnation ?? '');
    if (isOther ? seq > log.seq : seq >= log.seq) return;
    this.#staleSince = Math.min(seq, this.#staleSince ?? seq);
    if (this.isOpen) this.#sync();
  }

  #show(log: RoomLog, isKept = false): void {
    this.view.set({ ...this.view.get(), status: 'ready', log, isKept });
    this.onLog(log);
  }
}
