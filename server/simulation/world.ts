import { Chat, type Environment } from '@snug/client';
import { CommandError, type Person } from '@snug/protocol';
import { FakeBrowser } from '../../client/src/testing/fake-browser.ts';
import type { Db } from '../src/db/schema.ts';
import { readPage } from '../src/messages/message-store.ts';
import { SimulatedClock } from './clock.ts';
import { type Client, DEEDS, isDeed, openRoom, type Sent } from './deeds.ts';
import { Link } from './network.ts';
import { Random } from './random.ts';
import { type Faults, SimulatedServer } from './server.ts';
import { logOf } from './view.ts';

/** How often each thing happens while the network and the server are bad. */
const BAD_TIMES = {
  send: 14,
  open: 4,
  close: 2,
  page: 4,
  warm: 1,
  react: 8,
  delete: 4,
  edit: 1,
  admin: 2,
  deliver: 110,
  commit: 16,
  cut: 2,
  silentCut: 1,
  kill: 0.7,
  wait: 10,
  wake: 1,
  reload: 0.4,
};

/** People, their clients, the wires and the server; one seed decides everything that happens. */
export class World {
  readonly clients: Client[] = [];
  readonly sent: Sent[] = [];
  readonly roomIds: readonly string[];
  readonly random: Random;
  readonly #clock = new SimulatedClock();
  readonly #db: Db;
  readonly #faults: Faults;
  #links: Link[] = [];
  #server: SimulatedServer | undefined;
  #error: unknown;

  constructor(seed: number, db: Db, people: readonly Person[], roomIds: readonly string[], faults: Faults) {
    this.random = new Random(seed);
    this.#db = db;
    this.#faults = faults;
    this.roomIds = roomIds;
    for (const person of people) {
      const browser = new FakeBrowser();
      if (faults.forgets) browser.state = 'closed';
      this.clients.push(this.#openPage(person, browser));
    }
  }

  async run(steps: number): Promise<void> {
    await this.#startServer();
    for (const { chat } of this.clients) chat.start();
    for (let step = 0; step < steps; step++) {
      await this.#step(this.random.weighted(BAD_TIMES));
      await this.#assertNoHoles();
    }
  }

  /** Good times: everything is delivered, until nobody waits for anything. */
  async heal(): Promise<void> {
    for (const client of this.clients) for (const roomId of this.roomIds) openRoom(client, roomId);
    for (let round = 0; round < 400; round++) {
      await this.#clock.advance(500, () => this.#deliverAll());
      await this.#deliverAll();
      if (round > 80 && this.clients.every(client => this.#isUpToDate(client))) return;
    }
    throw new Error('clients never came to rest');
  }

  /** Reads the whole history of each open room. */
  async readAll(): Promise<void> {
    for (const { chat } of this.clients) {
      for (const roomId of this.roomIds) {
        const { pages } = chat.room(roomId);
        while (logOf(chat, roomId)?.hasNewer) await this.#delivered(pages.loadNewer());
        while (logOf(chat, roomId)?.hasOlder) await this.#delivered(pages.loadOlder());
      }
    }
  }

  async #delivered(loading: Promise<void>): Promise<void> {
    await this.#deliverAll();
    await loading;
  }

  async #step(action: keyof typeof BAD_TIMES): Promise<void> {
    const client = this.random.pick(this.clients);
    const roomId = this.random.pick(this.roomIds);
    const link = this.random.pick(this.#links);
    if (!client || !roomId) return;
    if (isDeed(action)) DEEDS[action](this, client, roomId);
    if (action === 'deliver' && link) this.#deliver(link);
    if (action === 'commit') await this.#server?.commit();
    if (action === 'cut') link?.cut(this.random, false);
    if (action === 'silentCut') link?.cut(this.random, true);
    if (action === 'kill') await this.#restart();
    if (action === 'wait') await this.#clock.advance(this.random.below(4_000), () => this.#settle());
    if (action === 'reload') this.#reload(client);
    await this.#settle();
  }

  #openPage(person: Person, browser: FakeBrowser): Client {
    const outbox = browser.open();
    const environment: Environment = {
      openSocket: handlers => {
        const link = new Link(person, handlers);
        this.#links.push(link);
        return { send: text => link.sendUp(text), close: () => link.closeByClient() };
      },
      now: this.#clock.now,
      setTimer: this.#clock.setTimer,
      random: this.random.next,
      newId: () => this.random.id(this.#clock.now()),
      upload: () => ({ file: Promise.reject(new CommandError('internal')), cancel: () => undefined }),
      outbox,
    };
    return { person, browser, chat: new Chat(environment, person.uid), crash: outbox.crash, open: new Map() };
  }

  /** The page goes without a word and comes again, with the same rooms open. */
  #reload(client: Client): void {
    client.crash();
    client.chat.stop();
    const { chat, crash } = this.#openPage(client.person, client.browser);
    const roomIds = [...client.open.keys()];
    Object.assign(client, { chat, crash, open: new Map() });
    chat.start();
    for (const roomId of roomIds) openRoom(client, roomId);
  }

  #deliver(link: Link): void {
    const server = this.#server;
    if (link.isWaiting) server?.accept(link);
    else if (link.hasUp && server && (this.random.chance(0.5) || !link.hasDown))
      link.deliverUp(server.remove);
    else link.deliverDown();
    this.#links = this.#links.filter(other => !other.isOver);
  }

  async #deliverAll(): Promise<void> {
    for (;;) {
      await this.#settle();
      const busy = this.#links.filter(link => link.isWaiting || link.hasUp || link.hasDown);
      if (busy.length === 0 && !this.#server?.hasBatch) return;
      await this.#server?.commit();
      for (const link of busy) this.#deliver(link);
    }
  }

  async #startServer(): Promise<void> {
    this.#server = await SimulatedServer.start(
      this.#db,
      this.#clock,
      error => (this.#error ??= error),
      this.#faults,
    );
  }

  async #restart(): Promise<void> {
    this.#server?.kill();
    for (const link of this.#links) link.serverDied(this.random);
    await this.#startServer();
  }

  // Nothing here waits for a disk or a network: a few turns of the event loop bring everything to rest.
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    if (this.#error) throw this.#error;
  }

  // What is in the room now was there at every moment since it was sent: whoever shows the messages around it must
  // show it, too.
  async #assertNoHoles(): Promise<void> {
    for (const roomId of this.roomIds) {
      const { messages } = await readPage(this.#db, roomId, Number.MAX_SAFE_INTEGER, 1_000_000);
      for (const { chat, person } of this.clients) {
        const log = logOf(chat, roomId);
        if (!log) continue;
        const shown = new Set(log.messages.map(message => message.id));
        const oldest = log.hasOlder ? (log.messages[0]?.seq ?? log.seq + 1) : 0;
        const newest = log.hasNewer ? (log.messages.at(-1)?.seq ?? 0) : log.seq;
        const hole = messages.find(({ seq, id }) => seq >= oldest && seq <= newest && !shown.has(id));
        if (hole) throw new Error(`${person.name} at ${log.seq} does not see ${hole.seq}`);
      }
    }
  }

  #isUpToDate({ chat }: Client): boolean {
    return (
      chat.connection.state.get().status === 'connected' &&
      chat.outbox.items.get().length === 0 &&
      this.roomIds.every(roomId => logOf(chat, roomId) !== undefined)
    );
  }
}
