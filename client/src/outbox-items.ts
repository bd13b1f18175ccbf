import type { MessageFile } from '@snug/protocol';
import type { Environment } from './environment.ts';
import type { PersistedOutboxItem } from './outbox-storage.ts';
import { Store } from './store.ts';

/**
 * A message on its way. `waiting` until the server has answered; then `stored`, at `seq`, until the room's log
 * shows it; or `failed`, when sending it as it is can never succeed.
 */
export interface OutboxItem extends Omit<PersistedOutboxItem, 'status'> {
  status: 'waiting' | 'stored' | 'failed';
  seq?: number | undefined;
  /** How much of its file is uploaded, in per cent, while that is under way. */
  progress?: number | undefined;
  /** The browser could not keep it: it would be lost with this page. */
  isVolatile?: true;
}

/** How long the browser may take to store something before it counts as not able to, in ms. */
const STORAGE_TIMEOUT_MS = 5_000;
type FileOrNone = MessageFile | undefined;

const EMPTY: readonly OutboxItem[] = [];

/** What waits in all rooms: what is kept, as all clients of the person see it, and what could not be. */
export class OutboxItems {
  /** In the order of sending. */
  readonly all = new Store<readonly OutboxItem[]>(EMPTY);
  /** Called after another client's changes were read. */
  onRefresh: () => void = () => {};
  /** Called once, when the storage does not answer any more. */
  onStorageFailed: () => void = () => {};

  readonly #environment: Pick<Environment, 'outboxStorage' | 'setTimer'>;
  /** Everything that was asked of the storage so far. */
  #lastOperation: Promise<unknown> = Promise.resolve();
  #changes = 0;
  #isStorageFailed = false;

  constructor(environment: Pick<Environment, 'outboxStorage' | 'setTimer'>) {
    this.#environment = environment;
  }

  get(id: string): OutboxItem | undefined {
    return this.all.get().find(item => item.id === id);
  }

  /** Reads what is kept. Resolves also where that is not possible. */
  async refresh(): Promise<void> {
    const before = this.#changes;
    const persisted = await this.#enqueue(() => this.#environment.outboxStorage.load());
    // What this client changed meanwhile may not be in it.
    if (before !== this.#changes) return this.refresh();
    if (persisted) this.#merge(persisted);
    this.onRefresh();
  }

  /** Puts an item at the end, also one that stands somewhere else. Resolves when it is kept, or cannot be. */
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

  /** Changes what is shown of an item, and nothing else. */
  update(id: string, change: Partial<OutboxItem>): void {
    const item = this.get(id);
    if (item) this.#replace({ ...item, ...change });
  }

  /** The server has it; the room's log does not show it yet. */
  markStored(id: string, seq: number): void {
    this.update(id, { status: 'stored', seq });
  }

  markFailed(id: string, error: string): void {
    this.update(id, { status: 'failed', error });
    void this.#change(id, item => ({ ...item, status: 'failed', error }));
  }

  /**
   * Notes that the file of an item, uploaded as `before`, is uploaded as `file` now. Resolves to the upload that
   * counts, as another client may have been faster; to nothing where the item is gone.
   */
  async setFile(id: string, before: FileOrNone, file: FileOrNone): Promise<FileOrNone> {
    await this.#change(id, item => (item.file?.id === before?.id ? withFile(item, file) : item));
    return this.get(id)?.file;
  }

  /** `seq`: where in its room the item was stored. */
  remove(id: string, seq?: number): void {
    if (!this.get(id)) return;
    this.#changes++;
    this.#set(this.#others(id));
    void this.#enqueue(() => this.#environment.outboxStorage.remove(id, seq));
  }

  /** What is gone in the storage is gone here, too: another client saw it stored, or had it discarded. */
  async #change(id: string, change: (item: PersistedOutboxItem) => PersistedOutboxItem): Promise<void> {
    this.#changes++;
    const answer = await this.#enqueue(async () => ({
      item: await this.#environment.outboxStorage.change(id, change),
    }));
    const shown = this.get(id);
    if (!shown) return;
    if (!answer || shown.isVolatile)
      this.#replace({ ...mergeItem(change(toPersistedItem(shown)), shown), isVolatile: true });
    else if (answer.item) this.#replace(mergeItem(answer.item, shown));
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

  #merge(kept: readonly PersistedOutboxItem[]): void {
    const shown = this.all.get();
    const ids = new Set(kept.map(({ id }) => id));
    const own = shown.filter(({ id }) => !ids.has(id));
    // What is stored was sent before everything that waits.
    this.#set([
      ...own.filter(({ status }) => status === 'stored'),
      ...kept.map(item =>
        mergeItem(
          item,
          shown.find(({ id }) => id === item.id),
        ),
      ),
      ...own.filter(({ isVolatile, status }) => status !== 'stored' && isVolatile),
    ]);
  }

  /**
   * One after the other, in the order of asking. Undefined where the storage failed; one that does not answer at all is not
   * asked again.
   */
  #enqueue<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = this.#lastOperation.then(() =>
      this.#isStorageFailed ? undefined : this.#withTimeout(ask),
    );
    this.#lastOperation = answer;
    return answer;
  }

  #abandonStorage(): void {
    this.#isStorageFailed = true;
    this.#set(this.all.get().map(item => ({ ...item, isVolatile: true })));
    this.onStorageFailed();
  }

  async #withTimeout<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const stopTimer = this.#environment.setTimer(() => {
      this.#abandonStorage();
      resolve(undefined);
    }, STORAGE_TIMEOUT_MS);
    // Whatever the reason: a message that cannot be kept is sent all the same.
    return Promise.race([ask().catch(() => undefined), late]).finally(stopTimer);
  }
}

function withFile(item: PersistedOutboxItem, file: FileOrNone): PersistedOutboxItem {
  const { file: _, ...rest } = item;
  return { ...rest, ...(file && { file }) };
}

function toPersistedItem(item: OutboxItem): PersistedOutboxItem {
  const { seq: _, progress: __, isVolatile: ___, ...rest } = item;
  // Sending it again after a reload is harmless, and the only way to know that it did arrive.
  return { ...rest, status: item.status === 'failed' ? 'failed' : 'waiting' };
}

/** What is kept of an item, with what only this client knows of it. */
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
