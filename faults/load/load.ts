import type { CommandOutput, ListedRoom } from '@snug/protocol';
import { until } from '@snug/testkit/until.ts';
import type { Evidence } from '../check/check.ts';
import type { Journal } from '../journal.ts';
import { httpLine } from './command-client.ts';
import { assemble, type Cast, type CastOptions } from './participants.ts';
import type { Reader } from './reader.ts';
import { EVERYTHING } from './writer.ts';

export type LoadOptions = Pick<CastOptions, 'url' | 'seed'> & Partial<CastOptions>;

const DEFAULTS = {
  actions: EVERYTHING,
  writers: 20,
  readers: 6,
  rooms: 3,
  pauseMs: 100,
  doubles: 0.05,
  people: [],
};

/** People who write and read in a few rooms without a pause, on a real server. */
export class Load {
  readonly #cast: Cast;
  readonly #url: string;
  #running: Promise<void>[] = [];

  /** Signs people up, and resolves when they write. */
  static async begin(options: LoadOptions): Promise<Load> {
    const load = new Load(await assemble({ ...DEFAULTS, through: options.url, ...options }), options.url);
    for (const { chat } of load.readers) chat.start();
    await load.caughtUp();
    load.#running = load.#cast.writers.map(writer => writer.run());
    return load;
  }

  private constructor(cast: Cast, url: string) {
    this.#cast = cast;
    this.#url = url;
  }

  get journal(): Journal {
    return this.#cast.scene.journal;
  }

  get readers(): readonly Reader[] {
    return this.#cast.readers;
  }

  get roomIds(): readonly string[] {
    return this.#cast.scene.roomIds;
  }

  /** Resolves when so many more operations are answered for. */
  async answers(count: number): Promise<void> {
    const { operations } = this.journal;
    const answered = () => operations.filter(({ outcome }) => outcome !== 'unknown').length;
    const enough = answered() + count;
    await until(`${count} more operations are answered for`, () => answered() >= enough);
  }

  /** Everyone looks at their page, whose client then does not wait for its next try. */
  wake(): void {
    for (const { chat } of this.readers) chat.connection.wake();
  }

  /** Lets everyone finish what they began, and catch up, and read all. Throws where that takes too long. */
  async end(withinMs = 60_000): Promise<void> {
    const isOver = Promise.all(this.#running).then(() => 'over');
    for (const writer of this.#cast.writers) writer.stop();
    const timer = Promise.withResolvers<string>();
    const stopTimer = setTimeout(() => timer.resolve('late'), withinMs);
    const how = await Promise.race([isOver, timer.promise]).finally(() => clearTimeout(stopTimer));
    if (how === 'late') throw new Error(`the writers did not get their answers within ${withinMs} ms`);
    await this.caughtUp(withinMs);
    const all = this.readers.flatMap(reader => this.roomIds.map(roomId => reader.readAll(roomId)));
    await Promise.all(all);
    await this.caughtUp(withinMs);
  }

  /** Resolves, with how many ms it took, when every reader has every room as it is. */
  async caughtUp(withinMs?: number): Promise<number> {
    return until(
      'every reader has caught up',
      async () => {
        const rooms = await this.#listRooms();
        return this.readers.every(reader => reader.hasCaughtUpTo(rooms));
      },
      withinMs,
    );
  }

  /** What a check needs to know; `data`: the data folder of the server. */
  evidence(data: string): Evidence {
    const { journal, readers, roomIds } = this;
    return { journal, readers, roomIds, data };
  }

  /** Ends all connections. */
  stop(): void {
    for (const { chat } of this.readers) chat.stop();
    for (const writer of this.#cast.writers) writer.stop();
  }

  async #listRooms(): Promise<ListedRoom[]> {
    const [reader] = this.readers;
    if (!reader) return [];
    const answer = await httpLine({ ...reader.person, url: this.#url }).ask('list_rooms', {});
    return (answer as CommandOutput<'list_rooms'>).rooms;
  }
}
