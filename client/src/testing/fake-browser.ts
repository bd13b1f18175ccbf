import type { KeptItem, OutboxStorage } from '../outbox-storage.ts';

type Listener = Parameters<OutboxStorage['watch']>[0];

interface Client {
  listener: Listener | undefined;
  lead: ((isLeading: boolean) => void) | undefined;
  isDead: boolean;
}

/** What several clients of one person share: the outbox that is kept, and who of them sends. */
export class FakeBrowser {
  /** `full`: nothing more can be put; `closed`: nothing at all can be done; `stuck`: nothing is ever answered. */
  state: 'well' | 'full' | 'closed' | 'stuck' = 'well';
  /** What is asked for waits here until a test lets it happen, if it wants to. */
  waiting: (() => void)[] | undefined;
  #items: KeptItem[] = [];
  readonly #clients: Client[] = [];

  get items(): readonly KeptItem[] {
    return this.#items;
  }

  /** A client of its own. `crash` ends it: what it asked for and what has not happened yet never does. */
  open(): OutboxStorage & { crash: () => void; takeOver: () => void } {
    const client: Client = { listener: undefined, lead: undefined, isDead: false };
    this.#clients.push(client);
    const tellOthers: Listener = left => {
      for (const other of this.#clients)
        if (other !== client && !other.isDead) void Promise.resolve().then(() => other.listener?.(left));
    };
    const ask = <Answer>(act: () => Answer) => this.#ask(client, act);
    return {
      load: () => ask(() => this.#items.map(copy)),
      put: item =>
        ask(() => {
          if (this.state === 'full') throw new Error('no space');
          this.#items = [...this.#items.filter(({ id }) => id !== item.id), copy(item)];
          tellOthers();
        }),
      change: (id, change) =>
        ask(() => {
          this.#items = this.#items.map(item => (item.id === id ? copy(change(item)) : item));
          tellOthers();
          return this.#items.filter(item => item.id === id).map(copy)[0];
        }),
      remove: (id, seq) =>
        ask(() => {
          this.#items = this.#items.filter(item => item.id !== id);
          tellOthers(seq === undefined ? undefined : { id, seq });
        }),
      watch: listener => {
        client.listener = listener;
        return () => {
          client.listener = undefined;
        };
      },
      lead: listener => {
        client.lead = listener;
        if (this.#leader === client) listener(true);
        return () => this.#leave(client);
      },
      crash: () => {
        client.isDead = true;
        this.#leave(client);
      },
      takeOver: () => this.#takeOver(client),
    };
  }

  /** The first of those who want to. */
  get #leader(): Client | undefined {
    return this.#clients.find(({ lead }) => lead);
  }

  #leave(client: Client): void {
    const wasLeading = this.#leader === client;
    if (!client.isDead) client.lead?.(false);
    client.lead = undefined;
    if (wasLeading) this.#leader?.lead?.(true);
  }

  #takeOver(client: Client): void {
    const before = this.#leader;
    if (before === client || !client.lead) return;
    this.#clients.splice(this.#clients.indexOf(client), 1);
    this.#clients.unshift(client);
    before?.lead?.(false);
    client.lead(true);
  }

  #ask<Answer>(client: Client, act: () => Answer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const run = () => {
      if (client.isDead || this.state === 'stuck') return;
      try {
        if (this.state === 'closed') throw new Error('storage is closed');
        resolve(act());
      } catch (error) {
        reject(error);
      }
    };
    if (this.waiting) this.waiting.push(run);
    else void Promise.resolve().then(run);
    return promise;
  }
}

/** What is kept is a copy, and never the thing itself. */
function copy(item: KeptItem): KeptItem {
  return JSON.parse(JSON.stringify(item)) as KeptItem;
}
