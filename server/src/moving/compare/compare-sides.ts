import { createHash } from 'node:crypto';
import type { LineSource, SourcePart } from '../../export/format/line-source.ts';
import type { EmojiLine, MessageLine, PersonLine, RoomLine, Settings } from '../../export/format/lines.ts';
import { type Canonical, Canonicals, COMPARED_PARTS, type ComparedPart } from './canonicals.ts';
import { describeDifference, summarize } from './describe-difference.ts';
import { PeopleKeys } from './people-keys.ts';

export interface Side {
  /** For people. */
  title: string;
  source: LineSource;
}

export interface CompareOptions {
  /** For an import that gives messages ids of its own. */
  withoutIds?: boolean;
  /** Also settings, and what people keep to themselves. */
  all?: boolean;
  /** Receives a line at a time. */
  report: (line: string) => void;
}

/** Of a room, and of everything that has no room. */
const MAX_DIFFERENCES = 20;
const DIGEST_LENGTH = 16;

interface RoomSummary {
  id: string;
  kind: string;
  name: string;
  /** By what the other side names the room if its id is another. */
  alias: string;
  line: string;
  members: string;
}

/** Whether both sides have the same. Keeps about a hundred bytes of each person, 24 of each file, and nothing of a message in memory. */
export async function compareSides(a: Side, b: Side, options: CompareOptions): Promise<boolean> {
  const people = await PeopleKeys.read(a.source, b.source);
  const [ofA, ofB] = await Promise.all([
    Canonicals.read(a.source, people.ofA, options),
    Canonicals.read(b.source, people.ofB, options),
  ]);
  const comparison = new Comparison([a, b], [ofA, ofB], options);
  const isEqual = [
    await comparison.compareLists<PersonLine>('people', {
      read: source => source.people(),
      present: (canonicals, line) => canonicals.person(line),
    }),
    await comparison.compareLists<EmojiLine>('emoji', {
      read: source => source.emoji(),
      present: (canonicals, line) => canonicals.emoji(line),
    }),
    await comparison.compareRooms(),
    options.all !== true || (await comparison.compareParts()),
  ];
  return isEqual.every(Boolean);
}

interface ComparedList<Line> {
  read: (source: LineSource) => AsyncIterable<readonly Line[]>;
  present: (canonicals: Canonicals, line: Line) => Promise<Canonical> | Canonical;
}

type Pair<Item> = readonly [a: Item, b: Item];

class Comparison {
  readonly #sides: Pair<Side>;
  readonly #canonicals: Pair<Canonicals>;
  readonly #options: CompareOptions;

  constructor(sides: Pair<Side>, canonicals: Pair<Canonicals>, options: CompareOptions) {
    this.#sides = sides;
    this.#canonicals = canonicals;
    this.#options = options;
  }

  /** Lists without an order. The first reading keeps a digest of each line, and another one finds what the report names. */
  async compareLists<Line>(name: string, { read, present }: ComparedList<Line>): Promise<boolean> {
    const [a, b] = this.#sides;
    const digests = new Map<string, string>();
    const differences = new Differences(name, this.#options.report);
    const list = { read, present };
    for await (const { key, text } of readList(a.source, this.#canonicals[0], list))
      digests.set(key, toDigest(text));
    const count = digests.size;
    let others = 0;
    /** Those that the report can show, as B has them. */
    const changed = new Map<string, Canonical>();
    for await (const canonical of readList(b.source, this.#canonicals[1], list)) {
      others += 1;
      const digest = digests.get(canonical.key);
      digests.delete(canonical.key);
      if (digest === undefined) differences.add(`${summarize(canonical)}: only in ${b.title}`);
      else if (digest !== toDigest(canonical.text)) {
        if (changed.size < MAX_DIFFERENCES) changed.set(canonical.key, canonical);
        else differences.add('');
      }
    }
    if (changed.size > 0)
      for await (const canonical of readList(a.source, this.#canonicals[0], list)) {
        const other = changed.get(canonical.key);
        if (other) differences.add(describeDifference(canonical, other));
      }
    for (const key of digests.keys()) differences.add(`${key}: only in ${a.title}`);
    return differences.end(`${count}`, `${others}`);
  }

  /** What only a comparison of everything looks at. A part that one side does not have is no difference. */
  async compareParts(): Promise<boolean> {
    const [a, b] = this.#sides;
    const isEqual: boolean[] = [];
    for (const name of Object.keys(COMPARED_PARTS) as ComparedPart[]) {
      const [left, right] = [findPart(a.source, name), findPart(b.source, name)];
      if (left && right)
        isEqual.push(
          await this.compareLists<object>(name, {
            read: source => toPartLines(name, (source === a.source ? left : right).read()),
            present: (canonicals, line) => canonicals.part(name, line),
          }),
        );
      else if (left || right)
        this.#options.report(`skipped  ${name}: only ${left ? a.title : b.title} has it`);
    }
    return isEqual.every(Boolean);
  }

  async compareRooms(): Promise<boolean> {
    const [a, b] = this.#sides;
    const rooms = await readRooms(a.source, this.#canonicals[0]);
    const aliases = new Map([...rooms.values()].map(room => [room.alias, room]));
    let isEqual = true;
    for (const other of (await readRooms(b.source, this.#canonicals[1])).values()) {
      const room = rooms.get(other.id) ?? aliases.get(other.alias);
      if (!room || !rooms.delete(room.id)) {
        this.#options.report(`differs  ${describeRoom(other)}: only in ${b.title}`);
        isEqual = false;
      } else if (!(await this.#compareRoom(room, other))) isEqual = false;
    }
    for (const room of rooms.values()) {
      this.#options.report(`differs  ${describeRoom(room)}: only in ${a.title}`);
      isEqual = false;
    }
    return isEqual;
  }

  async #compareRoom(room: RoomSummary, other: RoomSummary): Promise<boolean> {
    const [a, b] = this.#sides;
    const differences = new Differences(describeRoom(room), this.#options.report);
    if (room.line !== other.line) differences.add('the room itself, such as its name, kind or times');
    if (room.members !== other.members) differences.add('the members');
    const logs: Pair<Log> = [
      new Log(a.source.messages(room.id), this.#canonicals[0]),
      new Log(b.source.messages(other.id), this.#canonicals[1]),
    ];
    let [left, right] = [await logs[0].next(), await logs[1].next()];
    while (left || right) {
      if (left && right && isSamePlace(left, right)) {
        if (left.text !== right.text) differences.add(describeDifference(left, right));
        [left, right] = [await logs[0].next(), await logs[1].next()];
      } else if (left && (!right || left.at <= right.at)) {
        differences.add(`${summarize(left)}: only in ${a.title}`);
        left = await logs[0].next();
      } else if (right) {
        differences.add(`${summarize(right)}: only in ${b.title}`);
        right = await logs[1].next();
      }
    }
    return differences.end(logs[0].end(), logs[1].end());
  }
}

/** Without ids, messages of one time have the order of the log. */
function isSamePlace(left: Canonical, right: Canonical): boolean {
  return left.key === right.key;
}

/** The messages of a room, and what they sum up to. */
class Log {
  readonly #lines: AsyncIterator<MessageLine>;
  readonly #canonicals: Canonicals;
  readonly #hash = createHash('sha256');
  #count = 0;

  constructor(pages: AsyncIterable<readonly MessageLine[]>, canonicals: Canonicals) {
    this.#lines = flatten(pages);
    this.#canonicals = canonicals;
  }

  async next(): Promise<Canonical | undefined> {
    const { done, value } = await this.#lines.next();
    if (done === true) return undefined;
    const canonical = await this.#canonicals.message(value);
    this.#count += 1;
    this.#hash.update(`${canonical.text}\n`);
    return canonical;
  }

  end(): string {
    return `${this.#count} messages, SHA-256 ${this.#hash.digest('hex')}`;
  }
}

async function* flatten<Line>(pages: AsyncIterable<readonly Line[]>): AsyncGenerator<Line, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

async function* readList<Line>(
  source: LineSource,
  canonicals: Canonicals,
  { read, present }: ComparedList<Line>,
): AsyncGenerator<Canonical> {
  for await (const lines of read(source)) for (const line of lines) yield await present(canonicals, line);
}

function findPart({ parts = [] }: LineSource, name: ComparedPart): SourcePart | undefined {
  return parts.find(part => part.name === name);
}

/** Each setting is a line. */
async function* toPartLines(
  name: ComparedPart,
  pages: AsyncIterable<readonly object[]>,
): AsyncGenerator<readonly object[]> {
  for await (const page of pages)
    yield name === 'settings.json' ? (page as Settings[]).flatMap(listSettings) : page;
}

function listSettings({ settings, retention, logo }: Settings): object[] {
  return [
    ...settings,
    ...(retention ? [{ name: 'retention', value: retention }] : []),
    ...Object.entries(logo ?? {}).map(([picture, file]) => ({ name: `logo ${picture}`, file })),
  ];
}

function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

async function readRooms(source: LineSource, canonicals: Canonicals): Promise<Map<string, RoomSummary>> {
  const rooms = new Map<string, RoomSummary>();
  for await (const lines of source.rooms())
    for (const line of lines) rooms.set(line.id, summarizeRoom(line, canonicals));
  return rooms;
}

function summarizeRoom(room: RoomLine, canonicals: Canonicals): RoomSummary {
  const { id, kind, name } = room;
  const { line, members, alias } = canonicals.room(room);
  return { id, kind, name, alias, line: toHash(line), members: toHash(members) };
}

function describeRoom({ id, kind, name }: RoomSummary): string {
  return kind === 'direct' ? `direct room ${id}` : `${kind} room ${name} (${id})`;
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reports the first ones. */
class Differences {
  readonly #name: string;
  readonly #report: (line: string) => void;
  readonly #shown: string[] = [];
  #count = 0;

  constructor(name: string, report: (line: string) => void) {
    this.#name = name;
    this.#report = report;
  }

  add(difference: string): void {
    this.#count += 1;
    if (this.#shown.length < MAX_DIFFERENCES) this.#shown.push(difference);
  }

  /** Whether there are none. The arguments sum both sides up. */
  end(a: string, b: string): boolean {
    const isEqual = this.#count === 0 && a === b;
    this.#report(`${isEqual ? 'equal  ' : 'differs'}  ${this.#name}: ${a === b ? a : `${a} | ${b}`}`);
    for (const difference of this.#shown) this.#report(`         ${difference}`);
    const hidden = this.#count - this.#shown.length;
    if (hidden > 0) this.#report(`         and ${hidden} more`);
    return isEqual;
  }
}
