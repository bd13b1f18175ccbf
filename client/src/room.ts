import { type CommandError, type EventOf, PAGE_SIZE, type RoomEvent, type RoomState } from '@snug/protocol';
import { getRetryDelayMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { OwnReactions } from './own-reactions.ts';
import type { CachedRoom } from './room-cache-storage.ts';
import {
  applyCaughtUp,
  applyEvent,
  applyOwnReactions,
  applyState,
  type RoomLog,
  type RoomView,
  trimLog,
} from './room-log.ts';
import { type LogPosition, RoomPages } from './room-pages.ts';
import { Store } from './store.ts';

/** A room that was read this lately needs no warming, ms. */
const PREFETCH_FRESH_MS = 10_000;

const LOADING: RoomView = { status: 'loading', isLoadingOlder: false };

/** What moves a log on. */
type LogEvent = RoomEvent | EventOf<'room_caught_up'>;

/** The position that a log has to be at. */
function getFromSeq(event: LogEvent): number {
  return event.type === 'room_caught_up' ? event.from : event.seq - 1;
}

/** The position that a log is at then. */
function getToSeq(event: LogEvent): number {
  return event.type === 'room_caught_up' ? event.to : event.seq;
}

/** One room as this client follows it: its log, kept without holes. */
export class RoomStore {
  readonly view = new Store<RoomView>(LOADING);
  /** Which of its messages are here. */
  readonly pages: RoomPages;
  readonly #ownReactions: OwnReactions;
  /** Called after each change of the log. */
  onLogChange: (log: RoomLog) => void = () => {};
  /** Called when the room is opened or closed. */
  onOpenChange: () => void = () => {};

  readonly #roomId: string;
  readonly #getMe: () => string | undefined;
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'command' | 'request' | 'state'>;
  #openCount = 0;
  #isSubscribed = false;
  #isSyncing = false;
  #attempt = 0;
  #lastReadAt = Number.NEGATIVE_INFINITY;
  /** The position of a page that was read before events that had been applied by then. */
  #staleSince: number | undefined;
  /** Events that came while the log was being read: those past its position are applied after it. */
  #pendingEvents: LogEvent[] = [];

  /** `me`: the id of the person who follows the room. */
  constructor(
    roomId: string,
    environment: Environment,
    connection: Pick<Connection, 'command' | 'request' | 'state'>,
    getMe: () => string | undefined,
  ) {
    this.#getMe = getMe;
    this.#roomId = roomId;
    this.#environment = environment;
    this.#connection = connection;
    const onLoaded = (mine: Parameters<typeof applyOwnReactions>[1]) => {
      const { log } = this.view.get();
      if (log) this.#setLog(applyOwnReactions(log, mine));
    };
    this.#ownReactions = new OwnReactions({ roomId, environment, connection, onLoaded });
    this.pages = new RoomPages({
      roomId,
      connection,
      view: this.view,
      onPage: (log, place) => this.#onPage(log, place),
    });
  }

  get isOpen(): boolean {
    return this.#openCount > 0;
  }

  /** The position up to which the log is known, while the room is open. */
  get knownSeq(): number | undefined {
    return this.isOpen ? this.view.get().log?.seq : undefined;
  }

  /** Follows the room until the returned function is called. Opened twice, it must be closed twice. */
  open(): () => void {
    if (this.#openCount++ === 0) {
      this.#sync();
      this.onOpenChange();
    }
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      if (--this.#openCount > 0) return;
      this.#close();
      this.onOpenChange();
    };
  }

  /** The connection is new: nothing is subscribed on it. */
  onReconnected(): void {
    this.#isSubscribed = false;
    this.#attempt = 0;
    if (this.isOpen) this.#sync();
    this.#ownReactions.resume();
  }

  /** The server started over: what this client knows belongs to another history. */
  clear(): void {
    this.#pendingEvents = [];
    this.#staleSince = undefined;
    this.#ownReactions.clear();
    this.pages.invalidate();
    this.view.set(LOADING);
  }

  /** Shows the room as it was, unless it is known; until the server says what has changed since. */
  restore({ room, admins, seq, incarnation, messages, hasOlder }: Omit<CachedRoom, 'epoch'>): void {
    if (this.view.get().status !== 'loading') return;
    this.#setLog(
      { room, admins, seq, incarnation, messages, hasOlder, hasNewer: false, arrivalCount: 0 },
      true,
    );
  }

  /** The newest page, as it can be restored; nothing while it is not here. */
  snapshot(): Omit<CachedRoom, 'epoch'> | undefined {
    const { log } = this.view.get();
    const seq = this.#getCompleteSeq();
    if (!log || log.hasNewer || seq === undefined || this.#ownReactions.isIncomplete) return undefined;
    const { room, admins, incarnation, messages, hasOlder } = trimLog(log, PAGE_SIZE);
    return { room, admins, seq, incarnation, messages, hasOlder };
  }

  apply(event: LogEvent): void {
    if (this.#isSyncing || !this.view.get().log) {
      this.#pendingEvents.push(event);
    } else if (this.#isFromOtherIncarnation(event)) {
      this.#sync();
    } else if (!this.#applyNext(event)) {
      this.#pendingEvents.push(event);
      this.#sync();
    }
  }

  // A step that is made a second time: what this client knows may never have been.
  #isFromOtherIncarnation(event: LogEvent): boolean {
    const { log } = this.view.get();
    return (
      log !== undefined && getToSeq(event) <= log.seq && (event.incarnation ?? '') !== (log.incarnation ?? '')
    );
  }

  /** The server says where the room's log is: behind means that an event got lost on the way. */
  onHeartbeat(seq: number): void {
    const { log } = this.view.get();
    if (log && seq > log.seq) this.#sync();
  }

  /** Reads what is missing without following the room, so that it shows at once when it is opened. */
  prefetch(): void {
    if (this.isOpen || this.#environment.now() - this.#lastReadAt < PREFETCH_FRESH_MS) return;
    if (this.#connection.state.get().status === 'connected') this.#sync();
  }

  /** True where the event is applied, or was before; false where one is missing in front of it. */
  #applyNext(event: LogEvent): boolean {
    const { log } = this.view.get();
    if (!log || getFromSeq(event) > log.seq) return false;
    if (getToSeq(event) <= log.seq) return true;
    const me = this.#getMe();
    if (event.type === 'room_caught_up') {
      if (event.reset) this.pages.invalidate();
      this.#setLog(applyCaughtUp(log, event, me));
      this.#ownReactions.request(event.messages.filter(({ reactions }) => reactions).map(({ id }) => id));
    } else {
      this.#setLog(applyEvent(log, event, me));
      if (event.type === 'message_reacted' && event.uid === me)
        this.#ownReactions.invalidate(event.message.id);
    }
    return true;
  }

  #sync(): void {
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    const since = this.#getCompleteSeq();
    this.#staleSince = undefined;
    const isOpening = this.isOpen && !this.#isSubscribed;
    this.#read(isOpening, since).then(
      state => this.#onSynced(state, isOpening),
      (error: CommandError) => {
        this.#staleSince = since;
        this.#onSyncFailed(error);
      },
    );
  }

  /** Up to here, nothing that this client shows can be wrong. */
  #getCompleteSeq(): number | undefined {
    const { log } = this.view.get();
    return log && Math.min(log.seq, this.#staleSince ?? log.seq);
  }

  #read(isOpening: boolean, since: number | undefined): Promise<RoomState> {
    const incarnation = this.view.get().log?.incarnation ?? '';
    const input = { roomId: this.#roomId, ...(since !== undefined && { since, incarnation }) };
    return this.#connection.request(isOpening ? 'open_room' : 'catch_up', input);
  }

  #onSynced(state: RoomState, isOpening: boolean): void {
    this.#isSyncing = false;
    this.#isSubscribed ||= isOpening;
    this.#attempt = 0;
    this.#lastReadAt = this.#environment.now();
    if (state.reset) this.pages.invalidate();
    if (state.reset) this.#ownReactions.clear();
    this.#ownReactions.markKnown(state.messages.map(({ id }) => id));
    this.#setLog(applyState(this.view.get().log, state, this.#getMe()));
    const pendingEvents = this.#pendingEvents
      .filter(event => getToSeq(event) > state.seq)
      .toSorted((a, b) => getToSeq(a) - getToSeq(b));
    this.#pendingEvents = [];
    for (const event of pendingEvents) this.apply(event);
    if (!this.isOpen) this.#close();
    // Opened while it was being warmed: now follow it.
    else if (!this.#isSubscribed || this.#staleSince !== undefined) this.#sync();
  }

  #onSyncFailed(error: CommandError): void {
    this.#isSyncing = false;
    const isMissing = error.code === 'not_found' || error.code === 'invalid_input';
    if (isMissing) this.view.set({ status: 'missing', isLoadingOlder: false });
    // Without a connection, the next one starts the reading again.
    if (isMissing || this.#connection.state.get().status !== 'connected') return;
    const wait = getRetryDelayMs(this.#attempt++, this.#environment.random);
    this.#environment.setTimer(() => this.isOpen && this.#sync(), wait);
  }

  #close(): void {
    if (!this.#isSubscribed) return;
    this.#isSubscribed = false;
    this.#connection.request('close_room', { roomId: this.#roomId }).catch(() => {
      // The connection is gone, and the subscription with it.
    });
  }

  // Events may have told of changes after the page was read: then what it says of them is stale.
  #onPage(log: RoomLog, { seq, incarnation }: LogPosition): void {
    this.#setLog(log);
    const isOther = (incarnation ?? '') !== (log.incarnation ?? '');
    if (isOther ? seq > log.seq : seq >= log.seq) return;
    this.#staleSince = Math.min(seq, this.#staleSince ?? seq);
    if (this.isOpen) this.#sync();
  }

  #setLog(log: RoomLog, isCached = false): void {
    this.view.set({ ...this.view.get(), status: 'ready', log, isCached });
    this.onLogChange(log);
  }
}
