import type { CommandOutput, ListedRoom } from '@snug/protocol';
import { until } from '@snug/testkit/until.ts';
import type { Evidence } from '../check/check.ts';
import type { Journal } from '../journal.ts';
import { HAS_DETAILS, IS_FULL } from '../seed.ts';
import { ALL_ACTIONS } from './actions/actions.ts';
import { createHttpClient } from './command-client.ts';
import type { Participant } from './participant.ts';
import { createParticipants, type ParticipantOptions, type Participants } from './participants.ts';
import type { Reader } from './reader.ts';

/** After lost events, a client asks for counts within 40 s. */
const MAX_COUNT_DELAY_MS = IS_FULL ? 45_000 : 5_000;

export type LoadOptions = Pick<ParticipantOptions, 'url' | 'seed'> & Partial<ParticipantOptions>;

/** A load uses all processors as long as it runs, so in `npm test` it has fewer people. */
const [WRITERS, READERS] = HAS_DETAILS ? [20, 6] : [8, 3];

const DEFAULTS = {
  actions: ALL_ACTIONS,
  writers: WRITERS,
  readers: READERS,
  rooms: 3,
  pauseMs: 100,
  duplicateShare: 0.05,
  people: [],
};

/** People who write and read in a few rooms without a pause, on a real server. */
export class Load {
  readonly #participants: Participants;
  readonly #url: string;
  #running: Promise<void>[] = [];

  static async start(options: LoadOptions): Promise<Load> {
    const load = new Load(
      await createParticipants({ ...DEFAULTS, urls: [options.url], ...options }),
      options.url,
    );
    for (const { chat } of load.readers) chat.start();
    await load.waitUntilCaughtUp();
    load.#running = load.#participants.writers.map(writer => writer.run());
    return load;
  }

  private constructor(cast: Participants, url: string) {
    this.#participants = cast;
    this.#url = url;
  }

  get journal(): Journal {
    return this.#participants.state.journal;
  }

  get readers(): readonly Reader[] {
    return this.#participants.readers;
  }

  get roomIds(): readonly string[] {
    return this.#participants.state.roomIds;
  }

  /** Resolves after `count` more results. */
  async waitForResults(count: number): Promise<void> {
    const { operations } = this.journal;
    const countResults = () => operations.filter(({ outcome }) => outcome !== 'unknown').length;
    const enough = countResults() + count;
    // A busy machine needs longer, but never without a result for a minute.
    for (let last = countResults(); last < enough; last = countResults())
      await until(`one of ${enough - last} more operations has a result`, () => countResults() > last);
  }

  /** As if everyone opened their page: the clients reconnect at once. */
  wake(): void {
    for (const { chat } of this.readers) chat.connection.wake();
  }

  /** Wakes all clients until everyone is connected. */
  async reconnect(): Promise<void> {
    await until('every reader is connected', () => {
      this.wake();
      return this.readers.every(({ chat }) => chat.connection.state.get().status === 'connected');
    });
  }

  /** Lets everyone finish, catch up, and read all history. Throws after `withinMs`. */
  async finish(withinMs = 60_000): Promise<void> {
    const isOver = Promise.all(this.#running).then(() => 'over');
    for (const writer of this.#participants.writers) writer.stop();
    const timer = Promise.withResolvers<string>();
    const stopTimer = setTimeout(() => timer.resolve('late'), withinMs);
    const how = await Promise.race([isOver, timer.promise]).finally(() => clearTimeout(stopTimer));
    if (how === 'late') throw new Error(`the writers did not get their results within ${withinMs} ms`);
    await this.waitUntilCaughtUp(withinMs);
    const all = this.readers.flatMap(reader => this.roomIds.map(roomId => reader.readAll(roomId)));
    await Promise.all(all);
    await Promise.all(this.readers.map(({ conversations }) => conversations.readAll(this.roomIds)));
    await this.waitUntilCaughtUp(withinMs);
    await this.#waitForCounts();
  }

  /** Resolves also if some devices never show the counts of the server: the checker reports them. */
  async #waitForCounts(): Promise<void> {
    const { counts } = this.journal;
    const read = async (person: Participant) => counts.set(person.uid, await this.#readCounts(person));
    await Promise.all(this.#participants.people.map(read));
    // In short runs they ask at once, as after a reconnect.
    if (!IS_FULL) for (const { chat } of this.readers) chat.cursors.readAgain();
    const agree = () => this.readers.every(reader => reader.showsCounts(counts.get(reader.person.uid) ?? {}));
    await until('all devices show the right counts', agree, { timeoutMs: MAX_COUNT_DELAY_MS }).catch(
      () => {},
    );
  }

  async #readCounts(person: Participant): Promise<CommandOutput<'get_unread'>['reads']> {
    const input = { roomIds: this.roomIds };
    return ((await this.#read(person, 'get_unread', input)) as CommandOutput<'get_unread'>).reads;
  }

  /** Repeated once: the first request after a kill may use a connection that the killed server left. */
  async #read(person: Participant, command: string, input: object): Promise<unknown> {
    const client = createHttpClient({ ...person, url: this.#url });
    return client.request(command, input).catch(() => client.request(command, input));
  }

  /** Resolves when every reader has the current state of every room, with the time in ms. */
  async waitUntilCaughtUp(timeoutMs?: number): Promise<number> {
    let lateCount = 0;
    const haveCaughtUp = async () => {
      const rooms = await this.#listRooms();
      lateCount = this.readers.filter(reader => !reader.hasCaughtUpTo(rooms)).length;
      return lateCount === 0;
    };
    return until('every reader has caught up', haveCaughtUp, {
      ...(timeoutMs !== undefined && { timeoutMs }),
      describeState: () => `${lateCount} of ${this.readers.length} readers had not`,
    });
  }

  getEvidence(data: string): Evidence {
    const { journal, readers, roomIds } = this;
    return { journal, readers, roomIds, data };
  }

  stop(): void {
    for (const { chat } of this.readers) chat.stop();
    this.stopWriters();
  }

  /** They begin no new operation. */
  stopWriters(): void {
    for (const writer of this.#participants.writers) writer.stop();
  }

  async #listRooms(): Promise<ListedRoom[]> {
    const [reader] = this.readers;
    if (!reader) return [];
    const result = await this.#read(reader.person, 'list_rooms', {});
    return (result as CommandOutput<'list_rooms'>).rooms;
  }
}
