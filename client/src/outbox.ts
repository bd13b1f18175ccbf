import { CommandError, type Message, type MessageFile } from '@snug/protocol';
import { getRetryDelayMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { OutboxDelivery } from './outbox-delivery.ts';
import { type OutboxItem, OutboxItems } from './outbox-items.ts';
import type { Upload } from './outbox-storage.ts';
import type { Store } from './store.ts';

/** What a message says: words, or a file that is to be uploaded, was uploaded, or both. */
export type MessageContent =
  | { text: string }
  | { upload: Upload; file?: MessageFile }
  | { file: MessageFile };

/** What this person sent and the room's log does not show yet: a queue a room, in order, one at a time. */
export class Outbox {
  /** All items, of all rooms, in the order of sending. */
  readonly items: Store<readonly OutboxItem[]>;

  readonly #items: OutboxItems;
  readonly #delivery: OutboxDelivery;
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state' | 'reconnect'>;
  readonly #getKnownSeq: (roomId: string) => number | undefined;
  readonly #sending = new Set<string>();
  readonly #attempts = new Map<string, number>();
  /** How to end the wait of each room that waits for its next try. */
  readonly #retryTimers = new Map<string, () => void>();
  /** Whether this is the one of all clients that sends, and how often that was told. */
  #isLeader = false;
  #leaderChanges = 0;

  /** `followedTo`: how far a room's log is known, while it is being followed. */
  constructor(
    environment: Environment,
    connection: Pick<Connection, 'request' | 'state' | 'reconnect'>,
    getKnownSeq: (roomId: string) => number | undefined,
  ) {
    this.#environment = environment;
    this.#connection = connection;
    this.#getKnownSeq = getKnownSeq;
    this.#items = new OutboxItems(environment);
    this.#items.onRefresh = () => this.#pumpAll();
    this.#delivery = new OutboxDelivery(environment, connection, this.#items);
    this.items = this.#items.all;
  }

  /** Takes up what is kept, and sends together with the person's other clients until the returned function is called. */
  start(): () => void {
    const { outboxStorage } = this.#environment;
    const stopWatching = outboxStorage.subscribe(left => this.#onRemoteChange(left));
    const stopLeading = outboxStorage.electLeader(isLeading => void this.#setLeader(isLeading));
    const leave = () => {
      stopLeading();
      void this.#setLeader(false);
    };
    // Who cannot read what the others keep cannot send it.
    this.#items.onStorageFailed = leave;
    void this.#items.refresh();
    return () => {
      stopWatching();
      leave();
      this.#cancelRetries();
    };
  }

  /**
   * Resolves when the message is kept, or cannot be: it is shown and sent without waiting for that. `id`: its own, for what
   * may be sent twice.
   */
  send(roomId: string, content: MessageContent, id = this.#environment.newId()): Promise<void> {
    return this.#put({ id, roomId, ...content, createdAt: this.#environment.now(), status: 'waiting' });
  }

  /** Sends a failed item again, as it is, after what was sent since. */
  retry(id: string): void {
    const item = this.#items.get(id);
    if (item?.status !== 'failed') return;
    const { error: _, ...rest } = item;
    void this.#put({ ...rest, status: 'waiting' });
  }

  discard(id: string): void {
    if (this.#items.get(id)?.status === 'failed') this.#items.remove(id);
  }

  /** Tries every room again; for when the connection is back. */
  resume(): void {
    this.#attempts.clear();
    this.#cancelRetries();
    this.#pumpAll();
  }

  /** The server started over: what was stored and never shown may be gone with the history that it was stored in. */
  resendStored(): void {
    for (const { id, status } of this.items.get())
      if (status === 'stored') this.#items.update(id, { status: 'waiting', seq: undefined });
  }

  /** The log of a room now reaches `seq` and shows the messages for which `shows` is true. */
  confirm(roomId: string, seq: number, isShown: (id: string) => boolean): void {
    for (const item of this.items.get()) {
      if (item.roomId !== roomId) continue;
      if ((item.seq ?? Number.POSITIVE_INFINITY) <= seq || isShown(item.id)) this.#items.remove(item.id, seq);
    }
  }

  async #put(item: OutboxItem): Promise<void> {
    const persisted = this.#items.put(item);
    this.#pump(item.roomId);
    await persisted;
    this.#pump(item.roomId);
  }

  /** Another client changed something; `left` is what it saw stored, which this one may not see yet. */
  #onRemoteChange(left?: { id: string; seq: number }): void {
    const item = left && this.#items.get(left.id);
    if (item && !this.#isConfirmed(item.roomId, left.seq)) this.#items.markStored(left.id, left.seq);
    void this.#items.refresh();
  }

  async #setLeader(isLeading: boolean): Promise<void> {
    const turn = ++this.#leaderChanges;
    // What the one before did with its last breath.
    if (isLeading) await this.#items.refresh();
    if (turn !== this.#leaderChanges) return;
    this.#isLeader = isLeading;
    this.#pumpAll();
  }

  #pumpAll(): void {
    for (const roomId of new Set(this.items.get().map(item => item.roomId))) this.#pump(roomId);
  }

  #pump(roomId: string): void {
    if (this.#sending.has(roomId) || this.#retryTimers.has(roomId)) return;
    if (this.#connection.state.get().status !== 'connected') return;
    const item = this.items.get().find(item => item.roomId === roomId && item.status === 'waiting');
    // What could not be kept, nobody else knows of.
    if (item && (this.#isLeader || item.isVolatile)) void this.#deliver(item);
  }

  async #deliver(item: OutboxItem): Promise<void> {
    const { roomId } = item;
    this.#sending.add(roomId);
    let waitMs: number | undefined;
    try {
      const message = await this.#delivery.deliver(item);
      if (message) this.#onStored(item, message);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      waitMs = this.#onRefused(item, error);
    } finally {
      this.#sending.delete(roomId);
    }
    if (waitMs === undefined) this.#pump(roomId);
    else this.#scheduleRetry(roomId, waitMs);
  }

  #scheduleRetry(roomId: string, ms: number): void {
    const next = () => {
      this.#retryTimers.delete(roomId);
      this.#pump(roomId);
    };
    this.#retryTimers.set(roomId, this.#environment.setTimer(next, ms));
  }

  #cancelRetries(): void {
    for (const stopTimer of this.#retryTimers.values()) stopTimer();
    this.#retryTimers.clear();
  }

  #onStored({ id, roomId }: OutboxItem, { seq }: Message): void {
    this.#attempts.delete(roomId);
    if (this.#isConfirmed(roomId, seq)) this.#items.remove(id, seq);
    else this.#items.markStored(id, seq);
  }

  /** Whether what is at `seq` is shown already, or nobody looks. */
  #isConfirmed(roomId: string, seq: number): boolean {
    return seq <= (this.#getKnownSeq(roomId) ?? Number.POSITIVE_INFINITY);
  }

  /** How long to wait before the next try; undefined where there is no use in one. */
  #onRefused({ id, roomId }: OutboxItem, error: CommandError): number | undefined {
    // Not the fault of the message: it goes out when its person is back.
    if (error.code === 'unauthenticated') this.#connection.reconnect();
    else if (!error.isRetryable) {
      this.#items.markFailed(id, error.message);
      return undefined;
    }
    const attempt = this.#attempts.get(roomId) ?? 0;
    this.#attempts.set(roomId, attempt + 1);
    return (error.retryAfter ?? 0) * 1000 + getRetryDelayMs(attempt, this.#environment.random);
  }
}
