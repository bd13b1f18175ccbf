import type { OutboxStorage, PersistedOutboxItem } from '../outbox-storage.ts';

type OutboxListener = Parameters<OutboxStorage['subscribe']>[0];

interface Client {
  listener: OutboxListener | undefined;
  onLeaderChange: ((isLeading: boolean) => void) | undefined;
  isCrashed: boolean;
}

/** What several clients of one person share: the outbox that is kept, and who of them sends. */
export class FakeBrowser {
  /** `full`: nothing more can be put; `closed`: nothing at all can be done; `stuck`: nothing is ever answered. */
  state: 'well' | 'full' | 'closed' | 'stuck' = 'well';
  /** What is asked for waits here until a test lets it happen, if it wants to. */
  pendingOperations: (() => void)[] | undefined;
  #items: PersistedOutboxItem[] = [];
  readonly #clients: Client[] = [];

  get items(): readonly PersistedOutboxItem[] {
    return this.#items;
  }

  /** A client of its own. `crash` ends it: what it asked for and what has not happened yet never does. */
  open(): OutboxStorage & { crash: () => void; takeOver: () => void } {
    const client: Client = { listener: undefined, onLeaderChange: undefined, isCrashed: false };
    this.#clients.push(client);
    const notifyOthers: OutboxListener = left => {
      for (const other of this.#clients)
        if (other !== client && !other.isCrashed) void Promise.resolve().then(() => other.listener?.(left));
    };
    const enqueue = <Answer>(act: () => Answer) => this.#enqueue(client, act);
    return {
      load: () => enqueue(() => this.#items.map(clone)),
      put: item =>
        enqueue(() => {
          if (this.state === 'full') throw new Error('no space');
          this.#items = [...this.#items.filter(({ id }) => id !== item.id), clone(item)];
          notifyOthers();
        }),
      change: (id, change) =>
        enqueue(() => {
          this.#items = this.#items.map(item => (item.id === id ? clone(change(item)) : item));
          notifyOthers();
          return this.#items.filter(item => item.id === id).map(clone)[0];
        }),
      remove: (id, seq) =>
        enqueue(() => {
          this.#items = this.#items.filter(item => item.id !== id);
          notifyOthers(seq === undefined ? undefined : { id, seq });
        }),
      subscribe: listener => {
        client.listener = listener;
        return () => {
          client.listener = undefined;
        };
      },
      electLeader: listener => {
        client.onLeaderChange = listener;
        if (this.#leader === client) listener(true);
        return () => this.#leave(client);
      },
      crash: () => {
        client.isCrashed = true;
        this.#leave(client);
      },
      takeOver: () => this.#takeOver(client),
    };
  }

  /** The first of those who want to. */
  get #leader(): Client | undefined {
    return this.#clients.find(({ onLeaderChange }) => onLeaderChange);
  }

  #leave(client: Client): void {
    const wasLeading = this.#leader === client;
    if (!client.isCrashed) client.onLeaderChange?.(false);
    client.onLeaderChange = undefined;
    if (wasLeading) this.#leader?.onLeaderChange?.(true);
  }

  #takeOver(client: Client): void {
    const before = this.#leader;
    if (before === client || !client.onLeaderChange) return;
    this.#clients.splice(this.#clients.indexOf(client), 1);
    this.#clients.unshift(client);
    before?.onLeaderChange?.(false);
    client.onLeaderChange(true);
  }

  #enqueue<Answer>(client: Client, act: () => Answer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const run = () => {
      if (client.isCrashed || this.state === 'stuck') return;
      try {
        if (this.state === 'closed') throw new Error('storage is closed');
        resolve(act());
      } catch (error) {
        reject(error);
      }
    };
    if (this.pendingOperations) this.pendingOperations.push(run);
    else void Promise.resolve().then(run);
    return promise;
  }
}

/** What is kept is a copy, and never the thing itself. */
function clone(item: PersistedOutboxItem): PersistedOutboxItem {
  return JSON.parse(JSON.stringify(item)) as PersistedOutboxItem;
}
