import type { MessageFile } from '@snug/protocol';
import type { Environment } from './environment.ts';
import type { PersistedOutboxItem } from './outbox-storage.ts';
import { Store } from './store.ts';

/**
 * `waiting` until the server has acknowledged it; then `stored`, at `seq`, until the room's log shows it; or `failed`, if
 * no retry can succeed.
 */
export interface OutboxItem extends Omit<PersistedOutboxItem, 'status'> {
  status: 'waiting' | 'stored' | 'failed';
  seq?: number | undefined;
  /** Of the upload, in per cent, while it runs. */
  progress?: number | undefined;
  /** The browser could not save it: it is lost with this page. */
  isVolatile?: true;
}

/** After this time, a storage operation counts as failed. */
const STORAGE_TIMEOUT_MS = 5_000;
type FileOrNone = MessageFile | undefined;

const EMPTY: readonly OutboxItem[] = [];

/** The items of all rooms: the saved ones, which all clients of the person share, and those that could not be saved. */
export class OutboxItems {
  /** In the order of sending. */
  readonly all = new Store<readonly OutboxItem[]>(EMPTY);
  /** Called after another client's changes were read. */
  onRefresh: () => void = () => {};
  /** Called once, if the storage stops responding. */
  onStorageFailed: () => void = () => {};

  readonly #environment: Pick<Environment, 'outboxStorage' | 'setTimer'>;
  /** The end of the queue of storage operations. */
  #lastOperation: Promise<unknown> = Promise.resolve();
  #changes = 0;
  #isStorageFailed = false;

  constructor(environment: Pick<Environment, 'outboxStorage' | 'setTimer'>) {
    this.#environment = environment;
  }

  get(id: string): OutboxItem | undefined {
    return this.all.get().find(item => item.id === id);
  }

  /** Resolves when the storage did all that it was asked for, or cannot. */
  async settle(): Promise<void> {
    await this.#lastOperation;
  }

  /** Reads the saved items. Resolves even if that fails. */
  async refresh(): Promise<void> {
    const before = this.#changes;
    const persisted = await this.#enqueue(() => this.#environment.outboxStorage.load());
    // The result may miss changes that this client made meanwhile.
    if (before !== this.#changes) return this.refresh();
    if (persisted) this.#merge(persisted);
    this.onRefresh();
  }

  /** Puts an item at the end, even if it had another place. Resolves when it is saved, or cannot be. */
  async put(item: OutboxItem): Promise<void> {
    const { id } = item;
    this.#changes++;
    this.#set([...this.#others(id), item]);
    const isPersisted = await this.#enqueue(async () => {
      await this.#environment.outboxStorage.put(toPersistedItem(item));
      return true;
    });
    if (!isPersisted) this.update(id, { isVolatile: true });
  }

  /** Changes only the shown state of an item. */
  update(id: string, change: Partial<OutboxItem>): void {
    const item = this.get(id);
    if (item) this.#replace({ ...item, ...change });
  }

  /** The server has the message, but the room's log does not show it yet. */
  markStored(id: string, seq: number): void {
    this.update(id, { status: 'stored', seq });
  }

  markFailed(id: string, error: string): void {
    this.update(id, { status: 'failed', error });
    void this.#change(id, item => ({ ...item, status: 'failed', error }));
  }

  /**
   * Changes the file of an item from `before` to `file`. Resolves to the file that counts, because another client may have
   * been faster; to undefined if the item is gone.
   */
  async setFile(id: string, before: FileOrNone, file: FileOrNone): Promise<FileOrNone> {
    await this.#change(id, item => (item.file?.id === before?.id ? withFile(item, file) : item));
    return this.get(id)?.file;
  }

  /** `seq`: the position of its message in the room. */
  remove(id: string, seq?: number): void {
    if (!this.get(id)) return;
    this.#changes++;
    this.#set(this.#others(id));
    void this.#enqueue(() => this.#environment.outboxStorage.remove(id, seq));
  }

  /** An item that is gone from the storage is removed here, too: another client saw it stored, or discarded it. */
  async #change(id: string, change: (item: PersistedOutboxItem) => PersistedOutboxItem): Promise<void> {
    this.#changes++;
    const result = await this.#enqueue(async () => ({
      item: await this.#environment.outboxStorage.change(id, change),
    }));
    const shown = this.get(id);
    if (!shown) return;
    if (!result || shown.isVolatile)
      this.#replace({ ...mergeItem(change(toPersistedItem(shown)), shown), isVolatile: true });
    else if (result.item) this.#replace(mergeItem(result.item, shown));
    else this.#set(this.#others(id));
  }

  #replace(item: OutboxItem): void {
    this.#set(this.all.get().map(other => (other.id === item.id ? item : other)));
  }

  #others(id: string): readonly OutboxItem[] {
    return this.all.get().filter(item => item.id !== id);
  }

  #set(items: readonly OutboxItem[]): void {
    this.all.set(items.length === 0 ? EMPTY : items);
  }

  #merge(persisted: readonly PersistedOutboxItem[]): void {
    const shown = this.all.get();
    const ids = new Set(persisted.map(({ id }) => id));
    const own = shown.filter(({ id }) => !ids.has(id));
    // Stored items were sent before all waiting ones.
    this.#set([
      ...own.filter(({ status }) => status === 'stored'),
      ...persisted.map(item =>
        mergeItem(
          item,
          shown.find(({ id }) => id === item.id),
        ),
      ),
      ...own.filter(({ isVolatile, status }) => status !== 'stored' && isVolatile),
    ]);
  }

  /** Runs operations one after the other. Undefined if the storage fails; after a timeout, the storage is not used again. */
  #enqueue<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const result = this.#lastOperation.then(() =>
      this.#isStorageFailed ? undefined : this.#withTimeout(ask),
    );
    this.#lastOperation = result;
    return result;
  }

  #abandonStorage(): void {
    this.#isStorageFailed = true;
    this.#set(this.all.get().map(item => ({ ...item, isVolatile: true })));
    this.onStorageFailed();
  }

  async #withTimeout<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const stopTimer = this.#environment.setTimer(() => {
      this.#abandonStorage();
      resolve(undefined);
    }, STORAGE_TIMEOUT_MS);
    // Whatever the error: a message that cannot be saved is sent all the same.
    return Promise.race([ask().catch(() => undefined), timeout]).finally(stopTimer);
  }
}

function withFile(item: PersistedOutboxItem, file: FileOrNone): PersistedOutboxItem {
  const { file: _, ...rest } = item;
  return { ...rest, ...(file && { file }) };
}

function toPersistedItem(item: OutboxItem): PersistedOutboxItem {
  const { seq: _, progress: __, isVolatile: ___, ...rest } = item;
  // Sending it again after a reload is harmless, and the only way to know that it arrived.
  return { ...rest, status: item.status === 'failed' ? 'failed' : 'waiting' };
}

/** The saved item with the state that only this client has. */
function mergeItem(persisted: PersistedOutboxItem, shown: OutboxItem | undefined): OutboxItem {
  if (!shown) return persisted;
  const { seq, progress, upload } = shown;
  const isStored = shown.status === 'stored' && persisted.status === 'waiting';
  return {
    ...persisted,
    ...(upload && { upload }),
    ...(progress !== undefined && { progress }),
    ...(isStored && seq !== undefined && { status: 'stored', seq }),
  };
}
