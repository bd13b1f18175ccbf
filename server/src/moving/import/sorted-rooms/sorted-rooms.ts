import { tmpdir } from 'node:os';
import { compareEntries, compareInRoom, type Entry, SortedRun } from './sorted-run.ts';

export interface SortedRoomsOptions {
  /** Where temporary files are, which nobody else can open. */
  folder?: string;
  /** Of items in memory. */
  maxBufferBytes?: number;
  /** Files of one level before they become one of the next level. */
  maxRuns?: number;
  maxBatch?: number;
  maxBatchBytes?: number;
}

/** What an entry needs in memory besides its line. */
const ENTRY_BYTES = 120;

/**
 * Sorts the items of many rooms, which an archive has in any order, in bounded memory: sorted files, merged when a room is read.
 * First all items are added, then the rooms are read.
 */
export class SortedRooms<Item> {
  readonly #options: Required<SortedRoomsOptions>;
  readonly #rooms = new Map<string, number>();
  /** By the number of the room. */
  readonly #counts: number[] = [];
  #buffer: Entry[] = [];
  #bufferBytes = 0;
  #position = 0;
  #runs: SortedRun[] = [];

  constructor(options: SortedRoomsOptions = {}) {
    this.#options = {
      folder: tmpdir(),
      maxBufferBytes: 48 * 1024 * 1024,
      maxRuns: 16,
      maxBatch: 1_000,
      maxBatchBytes: 8 * 1024 * 1024,
      ...options,
    };
  }

  get rooms(): Iterable<string> {
    return this.#rooms.keys();
  }

  /** Items of a room are sorted by `key`, as text, then in the order in which they were added. `key` has no tab and no line break. */
  async add(room: string, key: string, item: Item): Promise<void> {
    let number = this.#rooms.get(room);
    if (number === undefined) this.#rooms.set(room, (number = this.#rooms.size));
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    const line = JSON.stringify(item);
    this.#buffer.push({ room: number, key, position: this.#position++, line });
    // A string has one or two bytes a character in memory.
    this.#bufferBytes += 2 * line.length + ENTRY_BYTES;
    if (this.#bufferBytes >= this.#options.maxBufferBytes) await this.#flush();
  }

  /** The items of these rooms. */
  count(rooms: readonly string[]): number {
    return this.#findNumbers(rooms).reduce((sum, number) => sum + (this.#counts[number] ?? 0), 0);
  }

  /** The items of these rooms as one sorted list. */
  async *read(rooms: readonly string[]): AsyncGenerator<readonly Item[]> {
    await this.#flush();
    const numbers = this.#findNumbers(rooms);
    const sources = this.#runs.flatMap(run => numbers.flatMap(number => run.readRoom(number) ?? []));
    let batch: Item[] = [];
    let bytes = 0;
    for await (const { line } of merge(sources, compareInRoom)) {
      batch.push(JSON.parse(line) as Item);
      bytes += line.length;
      if (batch.length < this.#options.maxBatch && bytes < this.#options.maxBatchBytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  async close(): Promise<void> {
    this.#buffer = [];
    for (const run of this.#runs.splice(0)) await run.close();
  }

  #findNumbers(rooms: readonly string[]): number[] {
    return [...new Set(rooms)].flatMap(room => this.#rooms.get(room) ?? []);
  }

  async #flush(): Promise<void> {
    if (this.#buffer.length === 0) return;
    const entries = this.#buffer.toSorted(compareEntries);
    this.#buffer = [];
    this.#bufferBytes = 0;
    this.#runs.push(await SortedRun.write(this.#options.folder, 0, entries));
    await this.#mergeRuns();
  }

  async #mergeRuns(): Promise<void> {
    for (let level = 0; ; level++) {
      const full = this.#runs.filter(run => run.level === level);
      if (full.length < this.#options.maxRuns) return;
      const sources = full.map(run => run.readAll());
      const merged = await SortedRun.write(this.#options.folder, level + 1, merge(sources, compareEntries));
      this.#runs = [...this.#runs.filter(run => run.level !== level), merged];
      for (const run of full) await run.close();
    }
  }
}

async function* merge(
  sources: readonly AsyncIterator<Entry>[],
  compare: (one: Entry, other: Entry) => number,
): AsyncGenerator<Entry> {
  const heads: { source: AsyncIterator<Entry>; entry: Entry }[] = [];
  for (const source of sources) {
    const { done, value } = await source.next();
    if (!done) heads.push({ source, entry: value });
  }
  while (heads.length > 0) {
    let first = 0;
    for (let index = 1; index < heads.length; index++) {
      if (compare(heads[index]!.entry, heads[first]!.entry) < 0) first = index;
    }
    const head = heads[first]!;
    yield head.entry;
    const { done, value } = await head.source.next();
    if (done) heads.splice(first, 1);
    else head.entry = value;
  }
}
