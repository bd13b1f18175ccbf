import {
  type CommandInput,
  type CommandOutput,
  MAX_FOUND_MESSAGES,
  type Message,
  type SearchCursor,
} from '@snug/protocol';
import type { Clock } from '../base/clock.ts';
import { findBlocked } from '../chat/mentions/mention-list-store.ts';
import { findMessages } from '../chat/messages/message-lookup.ts';
import { accessRooms } from '../chat/rooms/access.ts';
import type { RoomAccess } from '../chat/rooms/room-access-store.ts';
import type { Actor } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { type CandidateRow, readCandidates, readJoinedAt, toKey } from './candidate-store.ts';
import { type Candidate, type ListCandidates, listIndexed, listSaved, toTime } from './candidates.ts';
import { FoundPage } from './found-page.ts';
import { MessageFilter, type Reader } from './message-filter.ts';
import { MAX_CANDIDATES, type SearchIndex } from './search-index.ts';
import { readScope } from './search-scope.ts';

export type SearchInput = CommandInput<'search_messages'>;
export type SearchResult = CommandOutput<'search_messages'>;

/** A search that others interrupt. */
export interface SearchTurns {
  /** Undefined if it needs another turn. */
  takeTurn(): Promise<SearchResult | undefined>;
  /** Called once, also without a result. */
  end(): void;
}

/** Of one search, without the time that it waits. */
const MAX_WORK_MS = 100;
/** Most pages are full after it. The next round takes all other candidates, because each round opens the lists of all rooms again. */
const FIRST_ROUND = 40;

export interface SearchRunOptions extends Pick<Clock, 'steadyNow' | 'setTimer'> {
  read: Db;
  index: Pick<SearchIndex, 'find'>;
}

/** In this thread. */
export function createBegin(options: SearchRunOptions): (actor: Actor, input: SearchInput) => SearchTurns {
  return (actor, input) => new SearchRun(options, actor, input);
}

/** One search, in rounds. Reads only for its person. */
export class SearchRun implements SearchTurns {
  readonly #options: SearchRunOptions;
  readonly #actor: Actor;
  readonly #input: SearchInput;
  readonly #filter: MessageFilter;
  readonly #page = new FoundPage();
  #list: ListCandidates | undefined;
  #cursor: SearchCursor | undefined;
  /** Nothing follows. */
  #isOver = false;
  /** The page has no space or no time for the next candidate. */
  #isCut = false;
  #isBehind = false;
  #workedMs = 0;
  #candidatesLeft = MAX_CANDIDATES;
  #isFirstRound = true;

  constructor(options: SearchRunOptions, actor: Actor, input: SearchInput) {
    this.#options = options;
    this.#actor = actor;
    this.#input = input;
    this.#filter = new MessageFilter(input);
    this.#cursor = input.cursor;
  }

  async takeTurn(): Promise<SearchResult | undefined> {
    const { steadyNow, setTimer } = this.#options;
    const began = steadyNow();
    const deadline = new AbortController();
    const stopTimer = setTimer(() => deadline.abort(), MAX_WORK_MS - this.#workedMs);
    const isOutOfTime = () => this.#workedMs + (steadyNow() - began) >= MAX_WORK_MS;
    try {
      await this.#runRound(deadline.signal, isOutOfTime);
    } finally {
      stopTimer();
      this.#workedMs += steadyNow() - began;
    }
    const isBounded = this.#candidatesLeft <= 0 || this.#workedMs >= MAX_WORK_MS;
    const isComplete = this.#isOver || this.#isCut || this.#page.count >= MAX_FOUND_MESSAGES;
    return isComplete || isBounded ? this.#finish() : undefined;
  }

  end(): void {}

  async #runRound(deadline: AbortSignal, isOutOfTime: () => boolean): Promise<void> {
    const { read } = this.#options;
    this.#list ??= await this.#createList();
    const limit = this.#isFirstRound ? FIRST_ROUND : this.#candidatesLeft;
    const { candidates, next, isBehind } = await this.#list(this.#cursor, limit, deadline);
    this.#isFirstRound = false;
    this.#isBehind ||= isBehind;
    const readable = await this.#accessRooms(candidates);
    const { found, end } = await this.#examine(candidates, readable, isOutOfTime);
    const messages = await readMessages(
      read,
      found.map(({ row }) => row),
    );
    await this.#page.addRooms(read, readable, [...messages.values()]);
    for (const { row, before } of found) {
      const message = messages.get(toKey(row));
      // Deleted meanwhile, or edited.
      if (!message || (message.changedSeq !== row.changedSeq && !this.#filter.hasWords(message))) continue;
      if (!this.#page.add(message)) return this.#end(before);
    }
    if (end) return this.#end(end);
    this.#cursor = next;
    this.#isOver = next === undefined;
  }

  async #createList(): Promise<ListCandidates> {
    const { read, index } = this.#options;
    const scope = await readScope(read, this.#actor, this.#input.roomId);
    if (this.#input.saved) return listSaved(read, this.#actor, this.#input);
    return listIndexed(index, this.#actor, scope, this.#filter.words, this.#input);
  }

  /** Those of the rooms that the person may read. A request shows only in its own room. */
  async #accessRooms(candidates: readonly Candidate[]): Promise<ReadonlyMap<string, RoomAccess>> {
    const roomIds = [...new Set(candidates.map(({ roomId }) => roomId))];
    const readable = await accessRooms(this.#options.read, this.#actor, roomIds);
    const isShown = ({ request }: RoomAccess) => request === null || this.#input.roomId !== undefined;
    return new Map([...readable].filter(([, access]) => isShown(access)));
  }

  /** `end`: the last examined candidate, if not all are. At least one is. */
  async #examine(
    candidates: readonly Candidate[],
    readable: ReadonlyMap<string, RoomAccess>,
    isOutOfTime: () => boolean,
  ): Promise<{ found: Found[]; end?: SearchCursor | undefined }> {
    const rows = await readCandidates(
      this.#options.read,
      candidates.filter(({ roomId }) => readable.has(roomId)),
    );
    const reader = await this.#readReader([...rows.values()]);
    const found: Found[] = [];
    let before = this.#cursor;
    for (const [index, candidate] of candidates.entries()) {
      if (index > 0 && (this.#page.count + found.length >= MAX_FOUND_MESSAGES || isOutOfTime()))
        return { found, end: before };
      this.#candidatesLeft--;
      const row = rows.get(toKey(candidate));
      if (row && this.#filter.matches(row, reader)) found.push({ row, before });
      before = candidate.cursor;
    }
    return { found };
  }

  async #readReader(rows: readonly CandidateRow[]): Promise<Reader> {
    const { read } = this.#options;
    const { uid } = this.#actor;
    const authors = [...new Set(rows.map(({ authorId }) => authorId))];
    const blocked = await findBlocked(read, uid, authors);
    if (!this.#input.mentions) return { uid, blocked, joinedAt: new Map() };
    const roomIds = [...new Set(rows.map(({ roomId }) => roomId))];
    return { uid, blocked, joinedAt: await readJoinedAt(read, uid, roomIds) };
  }

  #end(cursor: SearchCursor | undefined): void {
    this.#cursor = cursor;
    this.#isCut = true;
  }

  async #finish(): Promise<SearchResult> {
    const next = this.#isOver ? undefined : this.#cursor;
    // Access may have ended during the search.
    const readable = await accessRooms(this.#options.read, this.#actor, this.#page.roomIds);
    const isUnfinished = next !== undefined && this.#page.count < MAX_FOUND_MESSAGES;
    return {
      ...this.#page.finish(readable),
      ...(next && { next }),
      ...(isUnfinished && { until: toTime(next.place) }),
      ...(this.#isBehind && { isBehind: true }),
    };
  }
}

interface Found {
  row: CandidateRow;
  /** The candidate before it. */
  before: SearchCursor | undefined;
}

/** By `toKey`, without deleted ones. */
async function readMessages(db: Db, rows: readonly CandidateRow[]): Promise<ReadonlyMap<string, Message>> {
  const ids = Map.groupBy(rows, ({ roomId }) => roomId);
  const messages = await Promise.all(
    [...ids].map(([roomId, some]) =>
      findMessages(
        db,
        roomId,
        some.map(({ id }) => id),
      ),
    ),
  );
  const live = messages.flat().filter(({ deletedAt }) => deletedAt === undefined);
  return new Map(live.map(message => [toKey(message), message]));
}
