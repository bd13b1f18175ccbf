import type { RoomStore, Socket, SocketHandlers } from '@snug/client';
import { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import type { Person } from '@snug/protocol';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { Random } from '@snug/testkit/random.ts';
import type { Publication } from '../src/db/mutation.ts';
import type { Client, SentMessage } from './action.ts';
import { ACTIONS, isAction } from './actions.ts';
import { SimulatedBus } from './bus.ts';
import type { SimulatedClock } from './clock.ts';
import { assertCommitted } from './commit-check.ts';
import { findBusiestRoot, openConversation } from './conversations.ts';
import { CursorHistory } from './cursor-history.ts';
import { Downloads } from './downloads.ts';
import { Edits } from './edits.ts';
import { FailedSends } from './failed-sends.ts';
import { MissingMessages } from './missing-messages.ts';
import { Link } from './network.ts';
import { openPage } from './open-page.ts';
import { Resets } from './resets.ts';
import { closeRoom, openRoom } from './room-actions.ts';
import { SimulatedServer } from './server.ts';
import { assertNothingTrimmed } from './shown-trims.ts';
import type { SimulationOptions } from './simulation-options.ts';
import type { TrimHistory } from './trim-history.ts';
import { Trims } from './trims.ts';
import { FAULT_FREE_WEIGHTS, FAULTY_WEIGHTS, TRIM_WEIGHT, type Weights } from './weights.ts';

const SERVER_COUNT = 3;
/** People with several devices, on which they read. */
const [READER_COUNT, DEVICE_COUNT] = [2, 3];
/** Per step: statements, and events on the bus. */
const [MAX_STATEMENTS, MAX_DELIVERIES] = [40, 6];

/** The summary of the last edit arrives within this time (R1). */
const SUMMARY_DELAY_MS = 1_500;

/** Long enough to store a message of each room. */
const OUTAGE_MS = 3_000;

/** People, their clients, the network, the servers and the bus between them. One seed decides everything. */
export class Simulation {
  readonly clients: Client[] = [];
  readonly guests: Client[] = [];
  readonly sent: SentMessage[] = [];
  readonly edits = new Edits();
  readonly cursorHistory = new CursorHistory();
  readonly failedSends: FailedSends;
  readonly trimHistory: TrimHistory;
  readonly downloads: Downloads;
  readonly roomIds: readonly string[];
  readonly privateRoomId: string;
  readonly sharedRoomIds: readonly string[];
  readonly random: Random;
  readonly #options: SimulationOptions;
  readonly #clock: SimulatedClock;
  readonly #bus: SimulatedBus;
  #links: Link[] = [];
  /** The server that accepted the link. */
  readonly #serverByLink = new WeakMap<Link, SimulatedServer>();
  #servers: SimulatedServer[] = [];
  /** Those whose lease has not ended when a server looked last. */
  #living: readonly SimulatedServer[] = [];
  readonly #hasBroker: boolean;
  readonly #missingMessages: MissingMessages;
  readonly #trims: Trims;
  #catchUps = 0;
  #error: unknown;

  constructor(options: SimulationOptions) {
    const { seed, clock, people, roomIds, faults } = options;
    this.#options = options;
    this.random = new Random(seed);
    this.#clock = clock;
    this.failedSends = new FailedSends(clock);
    this.trimHistory = options.trimHistory;
    this.#trims = new Trims({ random: new Random(seed ^ 0x721), roomIds, onError: this.reportError });
    this.#missingMessages = new MissingMessages(options.store);
    const { shouldLose } = faults;
    this.#hasBroker = new Random(seed ^ 0xb0b).chance(0.5);
    const origin = { node: '', epoch: options.epoch };
    const onSend = (publication: Publication) =>
      assertCommitted(options.store, publication, this.reportError);
    this.#bus = new SimulatedBus({ random: new Random(seed ^ 0xb05), origin, shouldLose, onSend });
    this.downloads = new Downloads(options, this.reportError);
    this.roomIds = roomIds;
    this.privateRoomId = options.privateRoomId;
    this.sharedRoomIds = options.sharedRoomIds;
    for (const guest of options.guests) this.guests.push(this.#openPage(guest, this.#createBrowser()));
    for (const person of people) this.clients.push(this.#openPage(person, this.#createBrowser()));
    for (const reader of people.slice(0, READER_COUNT))
      for (let device = 1; device < DEVICE_COUNT; device++)
        this.clients.push({ ...this.#openPage(reader, this.#createBrowser()), isExtra: true });
  }

  #createBrowser(): FakeBrowser {
    const browser = new FakeBrowser();
    if (this.#options.faults.disablesStorage) browser.state = 'closed';
    return browser;
  }

  readonly reportError = (error: unknown): void => {
    this.#error ??= error;
  };

  async run(steps: number): Promise<void> {
    this.#servers = Array.from({ length: SERVER_COUNT }, () => this.#startServer());
    // Until a broker carries its own heartbeat, a server trusts it with nothing.
    if (this.#options.isFaultFree) await this.#deliverAll();
    for (const { chat } of [...this.clients, ...this.guests]) chat.start();
    await this.runOn(steps);
  }

  /** Goes on after a rest, with a bus that loses events again. */
  async runOn(steps: number): Promise<void> {
    this.#bus.isReliable = false;
    const { isFaultFree, hasTrims } = this.#options;
    const weights = isFaultFree ? FAULT_FREE_WEIGHTS : FAULTY_WEIGHTS;
    await this.#takeSteps(steps, hasTrims ? { ...weights, trim: TRIM_WEIGHT } : weights);
  }

  async #takeSteps(steps: number, weights: Weights): Promise<void> {
    for (let step = 0; step < steps; step++) {
      await this.#step(this.random.pickWeighted(weights));
      this.#missingMessages.assertNone(this);
      if (this.#options.hasTrims) this.#assertNothingTrimmed();
    }
  }

  /**
   * Everyone is connected, has some of the rooms open, and acts; then all of it is delivered within `ms`. Returns the resets that
   * clients received.
   */
  async runLive(steps: number, weights: Weights, ms: number): Promise<Resets> {
    for (const client of this.clients)
      for (const roomId of this.roomIds) if (this.random.chance(0.5)) closeRoom(this, client, roomId);
    const resets = new Resets(this.clients);
    await this.#takeSteps(steps, weights);
    await this.#deliverAll();
    await this.runQuietly(ms);
    resets.stop();
    return resets;
  }

  #assertNothingTrimmed(): void {
    assertNothingTrimmed([...this.clients, ...this.guests], this.roomIds, this.#options.store);
  }

  /** Trims all rooms, whose messages then wait for their erasure. */
  async trimAll(): Promise<void> {
    await this.#awaitTrims(server => this.#trims.trimAll(server));
  }

  async eraseAll(): Promise<void> {
    await this.#awaitTrims(server => this.#trims.eraseAll(server));
  }

  async #awaitTrims(run: (server: SimulatedServer['trimming']) => Promise<void>): Promise<void> {
    const [server] = this.#servers;
    if (!server) return;
    const work = { isDone: false };
    const done = run(server.trimming).finally(() => {
      work.isDone = true;
    });
    while (!work.isDone) await this.#clock.advance(100, () => this.#deliverAll());
    await done;
  }

  /** How often clients caught up while they were connected. */
  get catchUps(): number {
    return this.#links.reduce((sum, link) => sum + countCatchUps(link), this.#catchUps);
  }

  /** Delivers everything without faults, until no client waits. */
  async runUntilIdle(): Promise<void> {
    for (const client of this.clients) for (const roomId of this.roomIds) openRoom(client, roomId);
    this.#bus.repair();
    await this.#waitUntilIdle(80);
  }

  /** The servers miss the last events of all rooms, which no later event reveals. */
  async runOutage(): Promise<void> {
    this.#bus.cutAll();
    const [client] = this.clients;
    if (client) for (const roomId of this.roomIds) ACTIONS.send(this, client, roomId);
    await this.#clock.advance(OUTAGE_MS, () => this.#deliverAll());
    this.#bus.repair();
    await this.#waitUntilIdle(10);
  }

  /** Nobody does anything. */
  async runQuietly(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      await this.#clock.advance(500, () => this.#deliverAll());
      await this.#deliverAll();
    }
  }

  async #waitUntilIdle(minRounds: number): Promise<void> {
    for (let round = 0; round < 400; round++) {
      await this.#clock.advance(500, () => this.#deliverAll());
      await this.#deliverAll();
      if (round <= minRounds || !this.clients.every(client => this.#isUpToDate(client))) continue;
      return this.runQuietly(SUMMARY_DELAY_MS);
    }
    throw new Error('clients never became idle');
  }

  /** All messages of all rooms, and a conversation in each. */
  async readAll(): Promise<void> {
    for (const client of this.clients) {
      for (const roomId of this.roomIds) {
        await this.#readPages(client.chat.room(roomId));
        const rootId = findBusiestRoot(getRoomLog(client.chat, roomId)?.messages ?? []);
        if (rootId && !client.conversations.has(roomId)) openConversation(client, roomId, rootId);
        await this.#deliverAll();
        const conversation = client.conversations.get(roomId)?.store;
        if (conversation) await this.#readPages(conversation);
      }
    }
  }

  async #readPages({ view, pages }: Pick<RoomStore, 'view' | 'pages'>): Promise<void> {
    while (view.get().log?.hasNewer) await this.#deliverAndAwait(pages.loadNewer());
    while (view.get().log?.hasOlder) await this.#deliverAndAwait(pages.loadOlder());
  }

  async #deliverAndAwait(loading: Promise<void>): Promise<void> {
    await this.#deliverAll();
    await loading;
  }

  async #step(action: keyof typeof FAULTY_WEIGHTS): Promise<void> {
    const client = this.random.pick(this.clients);
    const roomId = this.random.pick(this.roomIds);
    const link = this.random.pick(this.#links);
    if (!client || !roomId) return;
    if (isAction(action)) ACTIONS[action](this, client, roomId);
    if (action === 'download') this.downloads.start(this.random.pick(this.#servers), client.person.uid);
    if (action === 'deliver' && link) this.#deliver(link);
    if (action === 'store') await this.#options.store.step(1 + this.random.below(MAX_STATEMENTS));
    if (action === 'bus') this.#deliverBusEvents(1 + this.random.below(MAX_DELIVERIES));
    if (action === 'busCut') this.#bus.cut();
    if (action === 'cut') link?.cut(this.random, false);
    if (action === 'silentCut') link?.cut(this.random, true);
    if (action === 'kill') this.#restart();
    if (action === 'wait') await this.#wait();
    if (action === 'reload') this.#reload(client);
    if (action === 'trim') this.#trim();
    await this.#flushEventLoop();
  }

  #trim(): void {
    const server = this.random.pick(this.#servers);
    if (server) this.#trims.step(server.trimming);
  }

  // Without faults, no result takes so long that a client gives up.
  async #wait(): Promise<void> {
    const maxMs = this.#options.isFaultFree ? 400 : 4_000;
    await this.#clock.advance(this.random.below(maxMs), () => this.#flushEventLoop());
  }

  #openPage(person: Person, browser: FakeBrowser): Client {
    const { random } = this;
    const openSocket = (handlers: SocketHandlers) => this.#openSocket(person, handlers);
    const page = openPage({ person, browser, clock: this.#clock, random, openSocket });
    this.edits.follow(page.chat, this.reportError);
    this.cursorHistory.follow(page.chat, person.uid);
    this.failedSends.follow(page.chat);
    return page;
  }

  #openSocket(person: Person, handlers: SocketHandlers): Socket {
    const link = new Link({ ...this.#options, person, handlers, onError: this.reportError });
    this.#links.push(link);
    return { send: text => link.sendUp(text), close: () => link.closeByClient() };
  }

  #reload(client: Client): void {
    client.crash();
    client.chat.stop();
    const roomIds = [...client.open.keys()];
    Object.assign(client, this.#openPage(client.person, client.browser));
    client.chat.start();
    for (const roomId of roomIds) openRoom(client, roomId);
  }

  #deliver(link: Link): void {
    const server = this.#serverByLink.get(link);
    if (link.isWaiting) this.#accept(link);
    else if (link.hasUp && server && (this.random.chance(0.5) || !link.hasDown))
      link.deliverUp(server.remove);
    else link.deliverDown();
    if (link.isClosed) this.#forget(link);
  }

  async #deliverAll(): Promise<void> {
    for (;;) {
      await this.#flushEventLoop();
      const busy = this.#links.filter(link => link.isWaiting || link.hasUp || link.hasDown);
      const { store } = this.#options;
      if (busy.length === 0 && !store.isBusy && !this.#bus.isBusy) return;
      await store.step(Number.POSITIVE_INFINITY);
      while (this.#bus.isBusy) this.#bus.deliver();
      for (const link of busy) this.#deliver(link);
    }
  }

  #accept(link: Link): void {
    const server = this.random.pick(this.#servers);
    if (!server) return;
    this.#serverByLink.set(link, server);
    server.accept(link);
  }

  #forget(link: Link): void {
    this.#links = this.#links.filter(other => other !== link);
    this.#catchUps += countCatchUps(link);
  }

  #deliverBusEvents(count: number): void {
    for (let events = 0; events < count; events++) this.#bus.deliver();
  }

  #startServer(): SimulatedServer {
    const server = new SimulatedServer({
      ...this.#options,
      bus: this.#bus,
      hasBroker: this.#hasBroker,
      listLiving: () => {
        this.#living = this.#living.filter(({ hasLease }) => hasLease);
        return this.#living;
      },
      onError: this.reportError,
    });
    this.#living = [...this.#living, server];
    return server;
  }

  /** One of the servers crashes, and another one starts in its place. */
  #restart(): void {
    const crashed = this.random.pick(this.#servers);
    crashed?.kill();
    for (const link of this.#links)
      if (this.#serverByLink.get(link) === crashed) link.onServerCrash(this.random);
    this.#servers = [...this.#servers.filter(server => server !== crashed), this.#startServer()];
  }

  // Nothing waits for a disk or a network here, so a few turns of the event loop finish all work.
  async #flushEventLoop(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    if (this.#error) throw this.#error;
  }

  #isUpToDate({ chat }: Client): boolean {
    return (
      chat.connection.state.get().status === 'connected' &&
      chat.outbox.items.get().length === 0 &&
      this.roomIds.every(roomId => getRoomLog(chat, roomId) !== undefined)
    );
  }
}

/** Guests also open rooms without their page, which then looks as if it had missed something. */
function countCatchUps({ person, gapDetector }: Link): number {
  return person.guest ? 0 : gapDetector.catchUps;
}
