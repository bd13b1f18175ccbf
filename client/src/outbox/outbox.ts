import { CommandError, DEFAULT_MAX_FILE_BYTES, type Mention, type Message } from '@snug/protocol';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { Retries } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import { OutboxDelivery } from './outbox-delivery.ts';
import { type OutboxItem, OutboxItems } from './outbox-items.ts';
import type { ReplyTarget, Upload } from './outbox-storage.ts';

export type MessageContent = ({ text: string; mentions?: readonly Mention[] } | { upload: Upload }) &
  Partial<ReplyTarget>;

export interface OutboxParts {
  environment: Pick<Environment, 'now' | 'outboxStorage'>;
  connection: Pick<Connection, 'state'>;
  items: OutboxItems;
  delivery: OutboxDelivery;
  onRelease: (roomId: string) => void;
}

/** A queue for each room: items are sent in order, one at a time. */
export class Outbox {
  readonly items: Store<readonly OutboxItem[]>;
  /** Shown only by this client: see `HeldUploads`. In the order of sending, like `items`. */
  readonly held: Store<readonly OutboxItem[]>;
  /** For `HeldUploads`, which loads on first use. */
  readonly parts: OutboxParts;
  /** Of one file: of the server, or of the last one that this browser reached. */
  readonly maxFileBytes = new Store(DEFAULT_MAX_FILE_BYTES);
  /** Whether this client sends what all clients of the person share. */
  readonly isLeading = new Store(false);
  /** The id of an item that will never be sent. */
  readonly discarded = new Signal<string>();
  /** The id of an item that is not on its way any more. */
  readonly settled = new Signal<string>();

  readonly #items: OutboxItems;
  readonly #delivery: OutboxDelivery;
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state' | 'reconnect'>;
  readonly #getKnownSeq: (roomId: string) => number | undefined;
  /** The ids of messages on their way, by room. */
  readonly #sending = new Map<string, string>();
  /** By room. */
  readonly #retries: Retries;
  #leaderChanges = 0;
  #stopLeading: () => void = () => {};

  /** `getKnownSeq`: the position of a room's log; undefined while the room is closed. */
  constructor(
    environment: Environment,
    connection: Pick<Connection, 'request' | 'state' | 'reconnect'>,
    getKnownSeq: (roomId: string) => number | undefined,
  ) {
    this.#environment = environment;
    this.#connection = connection;
    this.#getKnownSeq = getKnownSeq;
    this.#retries = new Retries({ environment, connection }, roomId => this.#pump(roomId));
    this.#items = new OutboxItems({
      environment,
      onRefresh: () => this.#pumpAll(),
      // A client that cannot read the shared items cannot send them.
      onStorageFailed: () => this.#leave(),
    });
    this.#delivery = new OutboxDelivery(environment, connection, this.#items);
    this.items = this.#items.messages;
    this.held = this.#items.held;
    this.parts = {
      environment,
      connection,
      items: this.#items,
      delivery: this.#delivery,
      onRelease: roomId => this.#pump(roomId),
    };
  }

  /** Loads the saved items, and takes part in the election of the leader until the returned function is called. */
  start(): () => void {
    const { outboxStorage } = this.#environment;
    const stopWatching = outboxStorage.subscribe(left => this.#onRemoteChange(left));
    this.#stopLeading = outboxStorage.electLeader(isLeading => void this.#setLeader(isLeading));
    void this.#items.refresh();
    return () => {
      stopWatching();
      this.#leave();
      this.#retries.cancel();
    };
  }

  /** Resolves when the message is saved, or cannot be. `id` makes the call idempotent. */
  send(roomId: string, content: MessageContent, id = this.#environment.newId()): Promise<void> {
    return this.#put({ id, roomId, ...content, createdAt: this.#environment.now(), status: 'waiting' });
  }

  retry(id: string): void {
    const item = this.#items.get(id);
    if (item?.status !== 'failed') return;
    const { error: _, ...rest } = item;
    void this.#put({ ...rest, status: 'waiting' });
  }

  discard(id: string): void {
    if (this.#items.get(id)?.status === 'failed') this.withdraw(id);
  }

  /** Resolves, when the storage has finished, to the unsent items that would be lost with this client. */
  async listVolatile(): Promise<readonly OutboxItem[]> {
    await this.#items.settle();
    return this.#items.all.filter(({ isVolatile, status }) => isVolatile && status !== 'stored');
  }

  /** Removes an unsent item that is now stored elsewhere. */
  withdraw(id: string): void {
    this.discarded.emit(id);
    this.#items.remove(id);
  }

  isUnsent(id: string): boolean {
    const item = this.#items.get(id);
    const isOnItsWay = [...this.#sending.values()].includes(id);
    return isOnItsWay || (item !== undefined && item.status !== 'stored');
  }

  /** Reads the items that other clients have saved. */
  refresh(): Promise<void> {
    return this.#items.refresh();
  }

  /** A limit that this browser has stored applies until the server names its own. */
  restoreMaxFileBytes(maxFileBytes: number | undefined): void {
    if (maxFileBytes && this.#connection.state.get().status !== 'connected')
      this.maxFileBytes.set(maxFileBytes);
  }

  resume(maxFileBytes = DEFAULT_MAX_FILE_BYTES): void {
    this.maxFileBytes.set(maxFileBytes);
    this.#retries.cancel();
    this.#pumpAll();
  }

  resendStored(): void {
    for (const { id, status } of this.items.get())
      if (status === 'stored') this.#items.update(id, { status: 'waiting', seq: undefined });
  }

  /** The log of a room now reaches `seq` and shows the messages for which `isShown` returns true. */
  confirm(roomId: string, seq: number, isShown: (id: string) => boolean): void {
    for (const item of this.#items.all) {
      if (item.roomId !== roomId) continue;
      if ((item.seq ?? Number.POSITIVE_INFINITY) <= seq || isShown(item.id)) this.#items.remove(item.id, seq);
    }
  }

  /** Messages that answer one below the seq `before` become messages without an answer: theirs is gone. */
  dropReplies(roomId: string, before: number): void {
    for (const { id, status, reply, ...item } of this.#items.all)
      if (item.roomId === roomId && status !== 'stored' && reply && reply.seq < before)
        this.#items.dropReply(id);
  }

  async #put(item: OutboxItem): Promise<void> {
    const persisted = this.#items.put(item);
    this.#pump(item.roomId);
    await persisted;
    this.#pump(item.roomId);
  }

  /** `left`: a stored item that another client removed, which this client may not see in the log yet. */
  #onRemoteChange(left?: { id: string; seq: number }): void {
    const item = left && this.#items.get(left.id);
    if (item && !this.#isConfirmed(item.roomId, left.seq)) this.#items.markStored(left.id, left.seq);
    void this.#items.refresh();
  }

  #leave(): void {
    this.#stopLeading();
    void this.#setLeader(false);
  }

  async #setLeader(isLeading: boolean): Promise<void> {
    const change = ++this.#leaderChanges;
    // Read the last changes of the previous leader.
    if (isLeading) await this.#items.refresh();
    if (change !== this.#leaderChanges) return;
    this.isLeading.set(isLeading);
    this.#pumpAll();
  }

  #pumpAll(): void {
    for (const roomId of new Set(this.items.get().map(item => item.roomId))) this.#pump(roomId);
  }

  #pump(roomId: string): void {
    if (this.#sending.has(roomId) || this.#retries.isWaiting(roomId)) return;
    if (this.#connection.state.get().status !== 'connected') return;
    const item = this.items.get().find(item => item.roomId === roomId && item.status === 'waiting');
    // No other client knows an item that could not be saved.
    if (item && (this.isLeading.get() || item.isVolatile)) void this.#deliver(item);
  }

  async #deliver(item: OutboxItem): Promise<void> {
    const { roomId } = item;
    this.#sending.set(roomId, item.id);
    try {
      const message = await this.#delivery.deliver(item);
      if (message) this.#onStored(item, message);
    } catch (error) {
      if (!(error instanceof CommandError)) {
        // A fault of this client must neither stop the room's queue nor repeat without a pause.
        this.#retries.schedule(roomId);
        throw error;
      }
      this.#onRefused(item, error);
    } finally {
      this.#sending.delete(roomId);
      this.settled.emit(item.id);
      this.#pump(roomId);
    }
  }

  #onStored({ id, roomId }: OutboxItem, { seq }: Message): void {
    this.#retries.reset(roomId);
    if (this.#isConfirmed(roomId, seq)) this.#items.remove(id, seq);
    else this.#items.markStored(id, seq);
  }

  #isConfirmed(roomId: string, seq: number): boolean {
    return seq <= (this.#getKnownSeq(roomId) ?? Number.POSITIVE_INFINITY);
  }

  #onRefused({ id, roomId }: OutboxItem, error: CommandError): void {
    // Not an error of the message: it is sent after the next sign-in.
    if (error.code === 'unauthenticated') this.#connection.reconnect();
    else if (error.isRetryable) this.#retries.schedule(roomId, error);
    else this.#items.markFailed(id, error.message);
  }
}
