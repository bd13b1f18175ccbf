import {
  type CommandError,
  type Membership,
  type Message,
  PAGE_SIZE,
  type ReadState,
  type Room,
  type RoomState,
  toListedRoom,
} from '@snug/protocol';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import { applyEvent, canApplyEvent } from './apply-event.ts';
import { trimCopy } from './drop-trimmed.ts';
import { getFromSeq, getToSeq, isFromOtherIncarnation, type LogEvent } from './log-event.ts';
import { hasReactions } from './merge-messages.ts';
import { OwnReactions } from './own-reactions.ts';
import { toReplyCounts } from './reply-numbers.ts';
import type { CachedRoom } from './room-cache-storage.ts';
import {
  applyCaughtUp,
  applyMembership,
  applyOwnReactions,
  applyState,
  type LoadedState,
  type LogChange,
  type RoomLog,
  type RoomView,
  toLog,
  trimLog,
} from './room-log.ts';
import { type LogPosition, RoomPages } from './room-pages.ts';

/** A room that was read within this time needs no prefetch. */
const PREFETCH_FRESH_MS = 10_000;

const LOADING: RoomView = { status: 'loading', isLoadingOlder: false };
const MISSING: RoomView = { status: 'missing', isLoadingOlder: false };

export interface RoomStoreOptions {
  roomId: string;
  environment: Environment;
  connection: Pick<Connection, 'command' | 'request' | 'state'>;
  getMe: () => string | undefined;
  /** Where the log begins, as far as the list knows it. */
  getTrimmedBefore: () => number;
  /** Their messages are no arrivals. */
  getBlocked: () => ReadonlySet<string>;
  onLogChange: (log: RoomLog) => void;
  onOpenChange: () => void;
  /** The server sent the person's read cursor. */
  onRead: (read: ReadState) => void;
  /** The room does not exist, or this person cannot read it. */
  onMissing: () => void;
}

export class RoomStore {
  readonly view = new Store<RoomView>(LOADING);
  readonly pages: RoomPages;
  readonly #ownReactions: OwnReactions;
  /** While the room is open. */
  readonly changed = new Signal<LogChange>();

  readonly #options: RoomStoreOptions;
  #openCount = 0;
  #isSubscribed = false;
  #isSyncing = false;
  /** Results that were requested before the room was dropped are ignored. */
  #readNumber = 0;
  /** During the current read, whose result can be older. */
  #hasJoined = false;
  readonly #retry: Retry;
  #lastReadAt = Number.NEGATIVE_INFINITY;
  /** The position of a page that is older than some applied events. */
  #staleSince: number | undefined;
  /** The log is a copy of an earlier release, without the numbers of replies: only the newest page has them all. */
  #lacksReplies = false;
  /** The log without its messages, after these were forgotten. */
  #forgotten: RoomLog | undefined;
  /** Events during a read: those past its position are applied after it. */
  #pendingEvents: LogEvent[] = [];

  constructor(options: RoomStoreOptions) {
    this.#options = options;
    const { roomId, environment, connection } = options;
    this.#retry = new Retry(options, () => this.isOpen && this.#sync());
    const onLoaded = (mine: Parameters<typeof applyOwnReactions>[1]) => {
      const { log } = this.view.get();
      if (log) this.#change(log, { seq: log.seq, apply: known => applyOwnReactions(known, mine) });
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

  /** Somebody needs the messages: the room is open, shown, or being read. */
  get isInUse(): boolean {
    return this.isOpen || this.#isSyncing || this.view.isObserved;
  }

  get isForgotten(): boolean {
    return this.#forgotten !== undefined;
  }

  /** The last known copy, also of a forgotten room. */
  get room(): Room | undefined {
    return (this.view.get().log ?? this.#forgotten)?.room;
  }

  get knownSeq(): number | undefined {
    return this.isOpen ? this.view.get().log?.seq : undefined;
  }

  /** Follows the room until the returned function is called. Calls are counted. */
  open(): () => void {
    if (this.#openCount++ === 0) {
      this.#sync();
      this.#options.onOpenChange();
    }
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      if (--this.#openCount > 0) return;
      this.#close();
      this.#options.onOpenChange();
    };
  }

  /** After a reconnect, or if the server knows better. */
  openAgain(): void {
    this.#isSubscribed = false;
    this.#retry.reset();
    if (this.isOpen) this.#sync();
    this.#ownReactions.resume();
  }

  clear(view = LOADING): void {
    this.#pendingEvents = [];
    this.#staleSince = undefined;
    this.#lacksReplies = false;
    this.#forgotten = undefined;
    this.#ownReactions.clear();
    this.pages.invalidate();
    this.view.set(view);
  }

  /** Gives the messages of a closed room back to the memory. The room is read again when it opens. */
  forget(): void {
    const { log } = this.view.get();
    this.clear();
    this.#lastReadAt = Number.NEGATIVE_INFINITY;
    this.#forgotten = log && { ...log, messages: [] };
  }

  /** Shows a copy of the room, unless the room is known, until the server sends the changes since. */
  restore(copy: Parameters<typeof toLog>[0]): void {
    if (this.view.get().status !== 'loading') return;
    const log = trimCopy(toLog(copy), this.#options.getTrimmedBefore());
    const forgotten = this.#forgotten;
    // The person has seen newer messages, and the count of arrivals would include them again.
    if (forgotten && copy.seq < forgotten.seq) return;
    this.#lacksReplies = copy.replies === undefined;
    this.#setLog(
      forgotten ? this.#replace(forgotten, { ...log, replies: copy.replies, reset: true }) : log,
      true,
    );
  }

  /** The list knows of a trim before the log does. */
  trim(before: number): void {
    const view = this.view.get();
    const log = view.log && trimCopy(view.log, before);
    if (log && log !== view.log) this.#setLog(log, view.isCached);
  }

  /** Of two copies, the newer one counts. An open room that this person can read again is read again. */
  applyMembership(membership: Membership, canRead = true): void {
    const { log, status } = this.view.get();
    const next = log && applyMembership(log, membership);
    if (next && next !== log) this.#setLog(next);
    if (membership.role) this.#hasJoined = this.#isSyncing;
    if (status === 'missing' && canRead && this.isOpen) this.#sync();
  }

  /** Forgets all messages: the room is deleted, or this person may no longer read it. */
  drop(): void {
    this.#readNumber++;
    this.#isSubscribed = false;
    this.#isSyncing = false;
    this.clear(this.isOpen ? MISSING : LOADING);
  }

  /** The newest page, to cache it; undefined if it is not loaded. */
  snapshot(): Omit<CachedRoom, 'epoch'> | undefined {
    const { log } = this.view.get();
    const seq = this.#getCompleteSeq();
    if (!log || log.hasNewer || seq === undefined || this.#ownReactions.isIncomplete) return undefined;
    const { admins, incarnation, messages, hasOlder, membership } = trimLog(log, PAGE_SIZE);
    const room = withLastOf(log.room, messages);
    const copy = { room, admins, seq, incarnation, messages, hasOlder, ...(membership && { membership }) };
    return { ...copy, replies: toReplyCounts(log.replies ?? {}, messages) };
  }

  apply(event: LogEvent): void {
    const { log } = this.view.get();
    if (this.#isSyncing || (!log && this.isOpen)) {
      this.#pendingEvents.push(event);
    } else if (!log) {
      // The next read of the closed room contains it.
    } else if (isFromOtherIncarnation(event, log)) {
      this.#sync();
    } else if (!this.#applyNext(event)) {
      this.#pendingEvents.push(event);
      this.#sync();
    }
  }

  /** A `seq` ahead of the log means that an event was lost. */
  onHeartbeat(seq: number): void {
    if (seq > (this.view.get().log?.seq ?? seq)) this.#sync();
  }

  /** Reads the missing changes without following the room, so that it shows at once when it is opened. */
  prefetch(): void {
    const { environment, connection } = this.#options;
    if (this.isOpen || environment.now() - this.#lastReadAt < PREFETCH_FRESH_MS) return;
    if (connection.state.get().status === 'connected') this.#sync();
  }

  /** Returns false if an event before this one is missing, or only a catch-up can apply it. */
  #applyNext(event: LogEvent): boolean {
    const { log } = this.view.get();
    if (!log || getFromSeq(event) > log.seq) return false;
    if (getToSeq(event) <= log.seq) return true;
    if (event.type !== 'room_caught_up' && !canApplyEvent(event)) return false;
    const me = this.#options.getMe();
    const blocked = this.#options.getBlocked();
    if (event.type === 'room_caught_up') {
      if (event.reset) this.pages.invalidate();
      const apply = (known: RoomLog) => applyCaughtUp(known, event, me, blocked);
      this.#change(log, { seq: event.to, apply, isReset: event.reset, isGap: true });
      this.#ownReactions.request(event.messages.filter(hasReactions).map(({ id }) => id));
    } else {
      const apply = (known: RoomLog) => applyEvent(known, event, me, blocked);
      this.#change(log, { seq: event.seq, apply, event });
      if (event.type === 'message_reacted' && event.uid === me)
        this.#ownReactions.invalidate(event.message.id);
    }
    return true;
  }

  #sync(): void {
    if (this.#isSyncing || this.#retry.isWaiting) return;
    this.#isSyncing = true;
    this.#hasJoined = false;
    const since = this.#getCompleteSeq();
    this.#staleSince = undefined;
    const isOpening = this.isOpen && !this.#isSubscribed;
    const reading = this.#readNumber;
    this.#read(isOpening, since).then(
      state => reading === this.#readNumber && this.#onSynced(state, isOpening),
      (error: CommandError) => reading === this.#readNumber && this.#onSyncFailed(error, since),
    );
  }

  /** Up to this position, the shown log is correct. */
  #getCompleteSeq(): number | undefined {
    const { log } = this.view.get();
    return log && !this.#lacksReplies ? Math.min(log.seq, this.#staleSince ?? log.seq) : undefined;
  }

  #read(isOpening: boolean, since: number | undefined): Promise<RoomState> {
    const { roomId, connection } = this.#options;
    const incarnation = this.view.get().log?.incarnation ?? '';
    const input = { roomId, ...(since !== undefined && { since, incarnation, trims: true as const }) };
    return connection.request(isOpening ? 'open_room' : 'catch_up', input);
  }

  #onSynced(state: RoomState, isOpening: boolean): void {
    this.#isSyncing = false;
    this.#isSubscribed ||= isOpening;
    this.#retry.reset();
    const { environment, onRead } = this.#options;
    this.#lastReadAt = environment.now();
    if (state.read) onRead(state.read);
    if (state.reset) {
      this.#lacksReplies = false;
      this.pages.invalidate();
      this.#ownReactions.clear();
    }
    this.#ownReactions.markKnown(state.messages.map(({ id }) => id));
    const apply = (log?: RoomLog) => this.#replace(log, state);
    this.#change(this.view.get().log ?? this.#forgotten, {
      seq: state.seq,
      apply,
      isReset: state.reset,
      isGap: true,
    });
    const pendingEvents = this.#pendingEvents
      .filter(event => getToSeq(event) > state.seq)
      .toSorted((a, b) => getToSeq(a) - getToSeq(b));
    this.#pendingEvents = [];
    // If one of them begins another read, `apply` collects the rest for its end.
    for (const event of pendingEvents) this.apply(event);
    if (!this.isOpen) this.#close();
    // Opened during its prefetch: follow it now.
    else if (!this.#isSubscribed || this.#staleSince !== undefined) this.#sync();
  }

  #onSyncFailed(error: CommandError, since: number | undefined): void {
    this.#staleSince = since;
    this.#isSyncing = false;
    if (error.code === 'not_found' && this.#hasJoined) return this.#sync();
    const isMissing = error.code === 'not_found' || error.code === 'invalid_input';
    if (isMissing) {
      this.view.set(MISSING);
      this.#options.onMissing();
    } else this.#retry.schedule(error);
  }

  #close(): void {
    this.view.set({ ...this.view.get(), isCached: true });
    if (!this.#isSubscribed) return;
    this.#isSubscribed = false;
    const { roomId, connection } = this.#options;
    connection.request('close_room', { roomId }).catch(() => {
      // The connection is lost, and the subscription with it.
    });
  }

  // If events were applied after the page was read, its rows may be stale.
  #onPage(log: RoomLog, { seq, incarnation }: LogPosition): void {
    this.#setLog(log);
    const isOther = (incarnation ?? '') !== (log.incarnation ?? '');
    if (isOther ? seq > log.seq : seq >= log.seq) return;
    this.#staleSince = Math.min(seq, this.#staleSince ?? seq);
    if (this.isOpen) this.#sync();
  }

  #change<Known extends RoomLog | undefined>(
    log: Known,
    change: Omit<LogChange, 'apply'> & { apply: (log: Known) => RoomLog },
  ): void {
    this.#setLog(change.apply(log));
    this.changed.emit(change as LogChange);
  }

  #replace(log: RoomLog | undefined, state: LoadedState): RoomLog {
    const { getMe, getBlocked } = this.#options;
    return applyState(log, state, getMe(), getBlocked());
  }

  #setLog(next: RoomLog, isCached = false): void {
    const log = trimCopy(next, this.#options.getTrimmedBefore());
    this.#forgotten = undefined;
    this.view.set({ ...this.view.get(), status: 'ready', log, isCached });
    this.#options.onLogChange(log);
  }
}

/** The room of a log has the last message of the time when it was read. Its text can be deleted or edited since. */
function withLastOf(room: Room, messages: readonly Message[]): Room {
  const { lastMessage: _, ...rest } = room;
  const { lastMessage } = toListedRoom(
    rest,
    messages.findLast(({ removed }) => !removed),
  );
  return { ...rest, ...(lastMessage && { lastMessage }) };
}
