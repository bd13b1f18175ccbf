import { StorageQueue } from '../base/storage-queue.ts';
import { Store } from '../base/store.ts';
import type { Environment } from '../environment.ts';
import type { ActionEnd, PersistedAction } from './action-storage.ts';

export interface Action extends PersistedAction {
  /** `done` from the result on, until the room's log shows the change. */
  status: 'waiting' | 'done';
  /** The step of the room's log that shows the change. */
  seq?: number;
  /** The browser could not save it: it is lost with this page. */
  isVolatile?: true;
}

/** Actions that all clients of the person share, and those that could not be saved. */
export class ActionItems {
  /** In the order of sending. */
  readonly pending = new Store<readonly Action[]>([]);

  readonly #storage: Environment['actionStorage'];
  readonly #queue: StorageQueue;
  #byKey = new Map<string, Action>();
  #changes = 0;

  constructor(environment: Pick<Environment, 'actionStorage' | 'setTimer'>) {
    this.#storage = environment.actionStorage;
    this.#queue = new StorageQueue(environment, () =>
      this.#set(this.pending.get().map(action => ({ ...action, isVolatile: true }))),
    );
  }

  get(id: string): Action | undefined {
    return this.pending.get().find(action => action.id === id);
  }

  find(key: string): Action | undefined {
    return this.#byKey.get(key);
  }

  async settle(): Promise<void> {
    await this.#queue.settle();
  }

  /** Reads the saved actions. Resolves even if that fails. */
  async refresh(): Promise<void> {
    const before = this.#changes;
    const saved = await this.#queue.run(() => this.#storage.load());
    // The result may miss changes that this client made meanwhile.
    if (before !== this.#changes) return this.refresh();
    if (saved) this.#merge(saved);
  }

  /** Replaces the action with the same key. Resolves when it is saved, or cannot be. */
  async put(action: Action): Promise<void> {
    this.#changes++;
    this.#set([...this.pending.get().filter(({ key }) => key !== action.key), action]);
    const { status: _, ...saved } = action;
    const isSaved = await this.#queue.run(async () => {
      await this.#storage.put(saved);
      return true;
    });
    if (!isSaved) this.update(action.id, { isVolatile: true });
  }

  update(id: string, change: Partial<Action>): void {
    this.#set(this.pending.get().map(action => (action.id === id ? { ...action, ...change } : action)));
  }

  /** Removes it from this client's list. */
  drop(isDropped: (action: Action) => boolean): void {
    if (this.pending.get().some(isDropped)) this.#set(this.pending.get().filter(item => !isDropped(item)));
  }

  /** Removes it from the storage of all clients. */
  end(end: ActionEnd): void {
    this.#changes++;
    void this.#queue.run(() => this.#storage.remove(end));
  }

  #merge(saved: readonly PersistedAction[]): void {
    const shown = new Map(this.pending.get().map(action => [action.id, action]));
    const keys = new Set(saved.map(({ key }) => key));
    const own = [...shown.values()].filter(
      ({ key, isVolatile, status }) => !keys.has(key) && (isVolatile || status === 'done'),
    );
    this.#set([
      ...own.filter(({ status }) => status === 'done'),
      ...saved.map(action => shown.get(action.id) ?? { ...action, status: 'waiting' as const }),
      ...own.filter(({ status }) => status !== 'done'),
    ]);
  }

  #set(actions: readonly Action[]): void {
    const before = this.pending.get();
    if (actions.length === before.length && actions.every((action, index) => action === before[index]))
      return;
    this.#byKey = new Map(actions.map(action => [action.key, action]));
    this.pending.set(actions);
  }
}
