import { CommandError, type CommandOutput, type MessageFile } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { Store } from './store.ts';

/** What a message says: words, or a file that was uploaded. */
export type Content = { text: string } | { file: MessageFile };

/**
 * A message on its way. `waiting` until the server has answered; then `stored`, at `seq`, until the room's log
 * shows it; or `failed`, when sending it as it is can never succeed.
 */
export interface OutboxItem {
  id: string;
  roomId: string;
  text?: string;
  file?: MessageFile;
  /** When the person sent it, by the clock of this device. */
  createdAt: number;
  status: 'waiting' | 'stored' | 'failed';
  seq?: number;
  error?: string;
}

const NONE: readonly OutboxItem[] = [];

/** What this person sent and the room's log does not show yet: a queue a room, in order, one at a time. */
export class Outbox {
  /** All items, of all rooms, in the order of sending. */
  readonly items = new Store<readonly OutboxItem[]>(NONE);

  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  readonly #followedTo: (roomId: string) => number | undefined;
  readonly #sending = new Set<string>();
  readonly #attempts = new Map<string, number>();
  /** How to end the wait of each room that waits for its next try. */
  readonly #waits = new Map<string, () => void>();

  /** `followedTo`: how far a room's log is known, while it is being followed. */
  constructor(
    environment: Environment,
    connection: Pick<Connection, 'request' | 'state'>,
    followedTo: (roomId: string) => number | undefined,
  ) {
    this.#environment = environment;
    this.#connection = connection;
    this.#followedTo = followedTo;
  }

  send(roomId: string, content: Content): void {
    const { newId, now } = this.#environment;
    const item: OutboxItem = { id: newId(), roomId, ...content, createdAt: now(), status: 'waiting' };
    this.items.set([...this.items.get(), item]);
    this.#pump(roomId);
  }

  /** Sends a failed item again, as it is, after what was sent since. */
  retry(id: string): void {
    const item = this.items.get().find(item => item.id === id && item.status === 'failed');
    if (!item) return;
    const { error: _, ...rest } = item;
    this.items.set([...this.items.get().filter(other => other !== item), { ...rest, status: 'waiting' }]);
    this.#pump(item.roomId);
  }

  discard(id: string): void {
    this.#remove(item => item.id === id && item.status === 'failed');
  }

  /** Tries every room again; for when the connection is back. */
  resume(): void {
    this.#attempts.clear();
    for (const stopTimer of this.#waits.values()) stopTimer();
    this.#waits.clear();
    for (const roomId of new Set(this.items.get().map(item => item.roomId))) this.#pump(roomId);
  }

  /** The server started over: what was stored and never shown may be gone with the history that it was stored in. */
  restart(): void {
    this.items.set(this.items.get().map(unstored));
  }

  /** The log of a room now reaches `seq` and shows the messages for which `shows` is true. */
  settle(roomId: string, seq: number, shows: (id: string) => boolean): void {
    this.#remove(
      item => item.roomId === roomId && ((item.seq ?? Number.POSITIVE_INFINITY) <= seq || shows(item.id)),
    );
  }

  #pump(roomId: string): void {
    if (
      this.#sending.has(roomId) ||
      this.#waits.has(roomId) ||
      this.#connection.state.get().status !== 'connected'
    )
      return;
    const item = this.items.get().find(item => item.roomId === roomId && item.status === 'waiting');
    if (!item) return;
    void this.#deliver(item);
  }

  async #deliver(item: OutboxItem): Promise<void> {
    const { id, roomId, text, file } = item;
    const content = { ...(text !== undefined && { text }), ...(file && { fileId: file.id }) };
    this.#sending.add(roomId);
    let waitMs: number | undefined;
    try {
      this.#stored(item, await this.#connection.request('send_message', { roomId, id, ...content }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      waitMs = this.#refused(item, error);
    } finally {
      this.#sending.delete(roomId);
    }
    if (waitMs === undefined) this.#pump(roomId);
    else this.#wait(roomId, waitMs);
  }

  #wait(roomId: string, ms: number): void {
    const next = () => {
      this.#waits.delete(roomId);
      this.#pump(roomId);
    };
    this.#waits.set(roomId, this.#environment.setTimer(next, ms));
  }

  #stored(item: OutboxItem, { message }: CommandOutput<'send_message'>): void {
    this.#attempts.delete(item.roomId);
    const followedTo = this.#followedTo(item.roomId) ?? Number.POSITIVE_INFINITY;
    if (message.seq > followedTo) this.#change(item.id, { status: 'stored', seq: message.seq });
    else this.#remove(other => other.id === item.id);
  }

  /** How long to wait before the next try; undefined where there is no use in one. */
  #refused(item: OutboxItem, error: CommandError): number | undefined {
    if (!error.retry) {
      this.#change(item.id, { status: 'failed', error: error.message });
      return undefined;
    }
    const attempt = this.#attempts.get(item.roomId) ?? 0;
    this.#attempts.set(item.roomId, attempt + 1);
    return backoffMs(attempt, this.#environment.random);
  }

  #change(id: string, change: Partial<OutboxItem>): void {
    this.items.set(this.items.get().map(item => (item.id === id ? { ...item, ...change } : item)));
  }

  #remove(matches: (item: OutboxItem) => boolean): void {
    const items = this.items.get();
    const kept = items.filter(item => !matches(item));
    if (kept.length < items.length) this.items.set(kept.length === 0 ? NONE : kept);
  }
}

function unstored(item: OutboxItem): OutboxItem {
  if (item.status !== 'stored') return item;
  const { seq: _, ...rest } = item;
  return { ...rest, status: 'waiting' };
}
