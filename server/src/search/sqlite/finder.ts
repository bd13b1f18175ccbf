import type { TermChoice } from '@snug/protocol';
import { type IndexCandidate, type IndexPage, type IndexQuery, PLACES_PER_MS } from '../search-index.ts';
import {
  ANY_AUTHOR,
  EVERYONE_TERM,
  toAuthorTerm,
  toMentionTerm,
  toPartitionStart,
  toPartTerm,
  toRoomTerm,
  toStoredPrefix,
  toStoredTerm,
} from './message-terms.ts';
import type { SearchFile } from './search-file.ts';
import { OPEN_PARTITION } from './word-index.ts';

/** One large expression takes ten times as long as several small ones. */
const PARTITIONS_PER_STATEMENT = 50;
/** A search without time left still goes back so far, so that its next page begins further back. */
const MIN_RANGE_MS = 30 * 24 * 60 * 60_000;

/** Each candidate with its room, also if the message moves meanwhile. The order of the tables is that of the words. */
const SELECT = `select "words"."rowid" as "place", r."id" as "roomId", m."seq" as "seq"
  from "words" cross join "messages" m on m."place" = "words"."rowid" cross join "rooms" r on r."no" = m."room"
  where "words" match ? and "words"."rowid" < cast(? as integer) and "words"."rowid" >= cast(? as integer) order by "words"."rowid" desc limit 0 + ?`;

const SELECT_ROOMS = `select "no", "id", "partition", "oldest", "isLeaving" from "rooms"
  where "id" in (select "value" from json_each(?))`;

interface KnownRoom {
  no: number;
  id: string;
  partition: number;
  oldest: number;
  isLeaving: number;
}

export interface FollowerState {
  /** Rooms with changes that wait for a while. */
  waiting: readonly string[];
  /** Whether the index knows every room. */
  isCompared: boolean;
}

/** Lets others run between two statements. */
export interface Turns {
  /** Resolves to whether the time is over. */
  next(): Promise<boolean>;
  now(): number;
}

/** Finds messages by their words, in the rooms that the query names and no others. */
export class Finder {
  readonly #file: SearchFile;

  constructor(file: SearchFile) {
    this.#file = file;
  }

  async find(query: IndexQuery, state: FollowerState, turns: Turns): Promise<IndexPage> {
    const rooms = this.#listRooms(query.roomIds).filter(({ partition }) => partition !== OPEN_PARTITION);
    const named = this.#listRooms(listOpenNames(query));
    const isBehind = this.#isBehind(query, rooms, named, state);
    const condition = this.#createCondition(query);
    if (condition === undefined) return { candidates: [], isBehind };
    const order = new Map(query.roomIds.map((id, index) => [id, index]));
    const partitions = rooms
      .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
      .map(({ partition }) => `(${condition(toPartitionStart(partition))})`);
    const matches = [...listOpenMatches(query, condition, named), ...partitions];
    return { ...(await this.#collect(matches, query, turns)), isBehind };
  }

  async #collect(
    matches: readonly string[],
    { below = Number.MAX_SAFE_INTEGER, notBelow = 0, limit }: IndexQuery,
    turns: Turns,
  ): Promise<Pick<IndexPage, 'candidates' | 'examinedTo'>> {
    let candidates: IndexCandidate[] = [];
    let floor = notBelow;
    for (let index = 0; index < matches.length; index += PARTITIONS_PER_STATEMENT) {
      if (await turns.next()) {
        const end = Math.min(below, (turns.now() + 1) * PLACES_PER_MS) - MIN_RANGE_MS * PLACES_PER_MS;
        floor = Math.max(floor, end);
      }
      const match = matches.slice(index, index + PARTITIONS_PER_STATEMENT).join(' OR ');
      candidates.push(...this.#file.all<IndexCandidate>(SELECT, match, below, floor, limit));
      if (candidates.length < limit) continue;
      candidates = takeNewest(candidates, floor, limit);
      floor = candidates.at(-1)?.place ?? floor;
    }
    const newest = takeNewest(candidates, floor, limit);
    return { candidates: newest, ...(floor > notBelow && { examinedTo: floor }) };
  }

  #listRooms(ids: readonly string[]): KnownRoom[] {
    return ids.length === 0 ? [] : this.#file.all<KnownRoom>(SELECT_ROOMS, JSON.stringify(ids));
  }

  /** Only about the rooms of the query. */
  #isBehind(
    { open, roomIds }: IndexQuery,
    rooms: readonly KnownRoom[],
    named: readonly KnownRoom[],
    { waiting, isCompared }: FollowerState,
  ): boolean {
    if (!isCompared) return true;
    const isUnbuilt = ({ oldest, isLeaving }: KnownRoom) => oldest > 0 || isLeaving === 1;
    const searched = open && 'only' in open ? [...rooms, ...named] : rooms;
    if (searched.some(isUnbuilt)) return true;
    const isInAllOpen = open !== undefined && 'except' in open;
    if (isInAllOpen && this.#hasUnbuiltOpenRoom(new Set(open.except))) return true;
    const own = new Set([...roomIds, ...(open && 'only' in open ? open.only : [])]);
    if (waiting.some(id => own.has(id))) return true;
    if (!isInAllOpen) return false;
    const except = new Set(open.except);
    return this.#listRooms(waiting).some(
      ({ id, partition }) => partition === OPEN_PARTITION && !except.has(id),
    );
  }

  #hasUnbuiltOpenRoom(except: ReadonlySet<string>): boolean {
    return this.#file
      .all<{ id: string }>(
        'select "id" from "rooms" where "partition" = ? and "oldest" > 0 limit 0 + ?',
        OPEN_PARTITION,
        except.size + 1,
      )
      .some(({ id }) => !except.has(id));
  }

  /** What a message of a partition must have. Undefined if no message has it. */
  #createCondition({
    choices,
    from,
    mentions,
    has = [],
  }: IndexQuery): ((start: string) => string) | undefined {
    const author = from === undefined ? undefined : this.#findPerson(from);
    if (from !== undefined && author === undefined) return undefined;
    const mentioned = mentions === undefined ? undefined : this.#findPerson(mentions);
    return start => {
      const exact = (term: string) => quote(start + term);
      const all = [
        ...choices.map(choice => toExpression(choice, start)),
        ...(author === undefined ? [] : [exact(toAuthorTerm(author))]),
        ...has.map(part => exact(toPartTerm(part))),
      ];
      if (mentions !== undefined) {
        const own = mentioned === undefined ? [] : [toMentionTerm(mentioned)];
        all.push(`(${[...own, EVERYONE_TERM].map(exact).join(' OR ')})`);
      }
      return all.length === 0 ? `${exact(ANY_AUTHOR)} *` : all.join(' AND ');
    };
  }

  #findPerson(uid: string): number | undefined {
    return this.#file.all<{ no: number }>('select "no" from "people" where "id" = ?', uid)[0]?.no;
  }
}

/** The newest `limit`, not below `floor`. */
function takeNewest(candidates: readonly IndexCandidate[], floor: number, limit: number): IndexCandidate[] {
  return candidates
    .filter(({ place }) => place >= floor)
    .toSorted((a, b) => b.place - a.place)
    .slice(0, limit);
}

function listOpenNames({ open }: IndexQuery): readonly string[] {
  if (!open) return [];
  return 'only' in open ? open.only : open.except;
}

function listOpenMatches(
  { open }: IndexQuery,
  condition: (start: string) => string,
  named: readonly KnownRoom[],
): string[] {
  if (!open) return [];
  const start = toPartitionStart(OPEN_PARTITION);
  const rooms = named
    .filter(({ partition }) => partition === OPEN_PARTITION)
    .map(({ no }) => quote(start + toRoomTerm(no)));
  if ('only' in open) return rooms.map(room => `(${condition(start)} AND ${room})`);
  return [
    rooms.length === 0 ? `(${condition(start)})` : `((${condition(start)}) NOT (${rooms.join(' OR ')}))`,
  ];
}

function toExpression({ terms, isPrefix }: TermChoice, start: string): string {
  const alternatives = terms.map(term => {
    return isPrefix ? `${quote(start + toStoredPrefix(term))} *` : quote(start + toStoredTerm(term));
  });
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' OR ')})`;
}

/** Stored terms have no quotes. */
function quote(term: string): string {
  return `"${term}"`;
}
