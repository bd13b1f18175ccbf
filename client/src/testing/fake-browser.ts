import type { ActionStorage, PersistedAction } from '../actions/action-storage.ts';
import type { OutboxStorage, PersistedOutboxItem } from '../outbox/outbox-storage.ts';

type ActionListener = Parameters<ActionStorage['subscribe']>[0];
type OutboxListener = Parameters<OutboxStorage['subscribe']>[0];

interface Client {
  id: string;
  listener: OutboxListener | undefined;
  onAction: ActionListener | undefined;
  onLeaderChange: ((isLeading: boolean) => void) | undefined;
  isCrashed: boolean;
}

/** The shared state of several clients of one person: the saved outbox and actions, and the election of the leader. */
export class FakeBrowser {
  /** `full`: `put` fails; `closed`: all operations fail; `stuck`: no operation ends. */
  state: 'well' | 'full' | 'closed' | 'stuck' = 'well';
  /** If set, operations wait here until a test runs them. */
  pendingOperations: (() => void)[] | undefined;
  #items: PersistedOutboxItem[] = [];
  #actions: PersistedAction[] = [];
  readonly #clients: Client[] = [];

  get items(): readonly PersistedOutboxItem[] {
    return this.#items;
  }

  get actions(): readonly PersistedAction[] {
    return this.#actions;
  }

  /** Opens a client. `crash` ends it: its pending operations never run. */
  open(): OutboxStorage & { actions: ActionStorage; crash: () => void; takeOver: () => void } {
    const id = `client ${this.#clients.length}`;
    const client: Client = {
      id,
      listener: undefined,
      onAction: undefined,
      onLeaderChange: undefined,
      isCrashed: false,
    };
    this.#clients.push(client);
    const notifyOthers: OutboxListener = left => {
      for (const other of this.#clients)
        if (other !== client && !other.isCrashed) void Promise.resolve().then(() => other.listener?.(left));
    };
    const enqueue = <Answer>(act: () => Answer) => this.#enqueue(client, act);
    return {
      actions: this.#openActions(client),
      clientId: id,
      load: () => enqueue(() => this.#listFor(client)),
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
          if (this.#isHolding(client)) notifyOthers();
        };
      },
      electLeader: listener => {
        client.onLeaderChange = listener;
        if (this.#leader === client) listener(true);
        return () => this.#leave(client);
      },
      crash: () => {
        client.isCrashed = true;
        if (this.#isHolding(client)) notifyOthers();
        this.#leave(client);
      },
      takeOver: () => this.#takeOver(client),
    };
  }

  #openActions(client: Client): ActionStorage {
    const notifyOthers: ActionListener = end => {
      for (const other of this.#clients)
        if (other !== client && !other.isCrashed) void Promise.resolve().then(() => other.onAction?.(end));
    };
    return {
      load: () => this.#enqueue(client, () => this.#actions.map(clone)),
      put: action =>
        this.#enqueue(client, () => {
          if (this.state === 'full') throw new Error('no space');
          this.#actions = [...this.#actions.filter(({ key }) => key !== action.key), clone(action)];
          notifyOthers();
        }),
      remove: end =>
        this.#enqueue(client, () => {
          this.#actions = this.#actions.filter(({ id }) => id !== end.id);
          notifyOthers(end);
        }),
      subscribe: listener => {
        client.onAction = listener;
        return () => (client.onAction = undefined);
      },
    };
  }

  /** The client that wanted to lead first. */
  get #leader(): Client | undefined {
    return this.#clients.find(({ onLeaderChange }) => onLeaderChange);
  }

  /** Without the items that other living clients hold. */
  #listFor(client: Client): PersistedOutboxItem[] {
    return this.#items.map(clone).flatMap(item => {
      const { heldBy, ...free } = item;
      if (heldBy === undefined || heldBy === client.id) return [item];
      return this.#clients.some(({ id, isCrashed, listener }) => id === heldBy && !isCrashed && listener)
        ? []
        : [free];
    });
  }

  #isHolding({ id }: Client): boolean {
    return this.#items.some(({ heldBy }) => heldBy === id);
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

/** A browser stores copies. */
function clone<Item>(item: Item): Item {
  return JSON.parse(JSON.stringify(item)) as Item;
}
