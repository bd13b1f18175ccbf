import type { CommandError, UploadedFile } from '@snug/protocol';
import { StorageQueue } from '../base/storage-queue.ts';
import { Store } from '../base/store.ts';
import type { Environment } from '../environment.ts';
import type { PersistedOutboxItem, ReplyTarget } from './outbox-storage.ts';

/** `waiting` until the server acknowledges it, `stored` until the log shows it; `failed` if no retry can succeed. */
export interface OutboxItem extends Omit<PersistedOutboxItem, 'status' | 'error' | 'heldBy'> {
  status: 'waiting' | 'stored' | 'failed';
  error?: string | undefined;
  heldBy?: string | undefined;
  seq?: number | undefined;
  progress?: number | undefined;
  uploadError?: CommandError | undefined;
  /** The browser could not save it: it is lost with this page. */
  isVolatile?: true;
}

type FileOrNone = UploadedFile | undefined;

const EMPTY: readonly OutboxItem[] = [];

interface OutboxItemsOptions {
  environment: Pick<Environment, 'outboxStorage' | 'setTimer'>;
  onRefresh: () => void;
  /** Called once, if the storage stops responding. */
  onStorageFailed: () => void;
}

/** Items that all clients of the person share, and those that could not be saved. */
export class OutboxItems {
  /** In the order of sending, like `held`. */
  readonly messages = new Store<readonly OutboxItem[]>(EMPTY);
  readonly held = new Store<readonly OutboxItem[]>(EMPTY);

  readonly #options: OutboxItemsOptions;
  readonly #queue: StorageQueue;
  #all: readonly OutboxItem[] = EMPTY;
  #changes = 0;

  constructor(options: OutboxItemsOptions) {
    this.#options = options;
    this.#queue = new StorageQueue(options.environment, () => this.#onAbandoned());
  }

  get all(): readonly OutboxItem[] {
    return this.#all;
  }

  get(id: string): OutboxItem | undefined {
    return this.#all.find(item => item.id === id);
  }

  async settle(): Promise<void> {
    await this.#queue.settle();
  }

  /** Reads the saved items. Resolves even if that fails. */
  async refresh(): Promise<void> {
    const before = this.#changes;
    const persisted = await this.#queue.run(() => this.#options.environment.outboxStorage.load());
    // The result may miss changes that this client made meanwhile.
    if (before !== this.#changes) return this.refresh();
    if (persisted) this.#merge(persisted);
    this.#options.onRefresh();
  }

  /** Puts an item at the end, even if it had another place. Resolves when it is saved, or cannot be. */
  async put(item: OutboxItem): Promise<void> {
    const { id } = item;
    this.#changes++;
    this.#set([...this.#others(id), item]);
    const isPersisted = await this.#queue.run(async () => {
      await this.#options.environment.outboxStorage.put(toPersistedItem(item));
      return true;
    }, item.upload?.bytes.size);
    if (!isPersisted) this.update(id, { isVolatile: true });
  }

  update(id: string, change: Partial<OutboxItem>): void {
    const item = this.get(id);
    if (item) this.#replace({ ...item, ...change });
  }

  markStored(id: string, seq: number): void {
    this.update(id, { status: 'stored', seq });
  }

  markFailed(id: string, error?: string): void {
    this.update(id, { status: 'failed', error });
    void this.#change(id, item => ({ ...withError(item, error), status: 'failed' }));
  }

  dropReply(id: string): void {
    const item = this.get(id);
    if (item) this.#replace(withoutReply(item));
    void this.#change(id, withoutReply);
  }

  markWaiting(id: string): void {
    if (this.get(id)?.status !== 'failed') return;
    this.update(id, { status: 'waiting', error: undefined });
    void this.#change(id, item => ({ ...withError(item, undefined), status: 'waiting' }));
  }

  release(id: string): void {
    if (this.get(id)?.heldBy === undefined) return;
    this.update(id, { heldBy: undefined, uploadError: undefined });
    void this.#change(id, withoutHolder);
  }

  /** Resolves to the file that counts, because another client may have been faster; to undefined if the item is gone. */
  async setFile(id: string, before: FileOrNone, file: FileOrNone): Promise<FileOrNone> {
    await this.#change(id, item => (item.file?.id === before?.id ? withFile(item, file) : item));
    return this.get(id)?.file;
  }

  remove(id: string, seq?: number): void {
    if (!this.get(id)) return;
    this.#changes++;
    this.#set(this.#others(id));
    void this.#queue.run(() => this.#options.environment.outboxStorage.remove(id, seq));
  }

  /** An item that is gone from the storage is removed here, too: another client saw it stored, or discarded it. */
  async #change(id: string, change: (item: PersistedOutboxItem) => PersistedOutboxItem): Promise<void> {
    this.#changes++;
    const result = await this.#queue.run(async () => ({
      item: await this.#options.environment.outboxStorage.change(id, change),
    }));
    const shown = this.get(id);
    if (!shown) return;
    if (!result || shown.isVolatile)
      this.#replace({ ...mergeItem(change(toPersistedItem(shown)), shown), isVolatile: true });
    else if (result.item) this.#replace(mergeItem(result.item, shown));
    else this.#set(this.#others(id));
  }

  #replace(item: OutboxItem): void {
    this.#set(this.#all.map(other => (other.id === item.id ? item : other)));
  }

  #others(id: string): readonly OutboxItem[] {
    return this.#all.filter(item => item.id !== id);
  }

  #set(items: readonly OutboxItem[]): void {
    this.#all = items;
    setIfChanged(
      this.messages,
      items.filter(({ heldBy }) => heldBy === undefined),
    );
    setIfChanged(
      this.held,
      items.filter(({ heldBy }) => heldBy !== undefined),
    );
  }

  #merge(persisted: readonly PersistedOutboxItem[]): void {
    const shown = this.#all;
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

  #onAbandoned(): void {
    this.#set(this.#all.map(item => ({ ...item, isVolatile: true })));
    this.#options.onStorageFailed();
  }
}

/** The progress of a held upload is no change for those who show the messages. */
function setIfChanged(store: Store<readonly OutboxItem[]>, items: readonly OutboxItem[]): void {
  const before = store.get();
  if (items.length === before.length && items.every((item, index) => item === before[index])) return;
  store.set(items.length === 0 ? EMPTY : items);
}

function withError(item: PersistedOutboxItem, error: string | undefined): PersistedOutboxItem {
  const { error: _, ...rest } = item;
  return { ...rest, ...(error !== undefined && { error }) };
}

function withoutHolder(item: PersistedOutboxItem): PersistedOutboxItem {
  const { heldBy: _, ...rest } = item;
  return rest;
}

function withoutReply<Item extends Partial<ReplyTarget>>(item: Item): Omit<Item, keyof ReplyTarget> {
  const { reply: _, rootId: __, ...rest } = item;
  return rest;
}

function withFile(item: PersistedOutboxItem, file: FileOrNone): PersistedOutboxItem {
  const { file: _, ...rest } = item;
  return { ...rest, ...(file && { file }) };
}

function toPersistedItem(item: OutboxItem): PersistedOutboxItem {
  const { seq: _, progress: __, isVolatile: ___, uploadError: ____, error, heldBy, ...rest } = item;
  return {
    ...rest,
    // Sending it again after a reload is harmless, and the only way to know that it arrived.
    status: item.status === 'failed' ? 'failed' : 'waiting',
    ...(error !== undefined && { error }),
    ...(heldBy !== undefined && { heldBy }),
  };
}

function mergeItem(persisted: PersistedOutboxItem, shown: OutboxItem | undefined): OutboxItem {
  if (!shown) return persisted;
  const { seq, progress, upload, uploadError, heldBy } = shown;
  // The storage may still name a client that has ended, or this one just after the release.
  const isStored = shown.status === 'stored' && persisted.status === 'waiting';
  return {
    ...withoutHolder(persisted),
    ...(heldBy !== undefined && { heldBy }),
    ...(upload && { upload }),
    ...(progress !== undefined && { progress }),
    ...(uploadError && { uploadError }),
    ...(isStored && seq !== undefined && { status: 'stored', seq }),
  };
}
