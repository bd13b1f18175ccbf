import { type Chat, Store, type Trim, trimMessages } from '@snug/client';
import {
  type CommandArguments,
  CommandError,
  type CommandOutput,
  type Event,
  type Message,
  type SearchCursor,
  type SearchWords,
} from '@snug/protocol';
import { type FoundMessage, findKept, type KeptRange, loadKeptRooms } from './kept-messages.ts';
import { findFilter, type SearchQuery } from './search-filters.ts';
import { isSearchable, parseWords, toInput } from './search-query.ts';

export interface SearchState {
  /** Undefined before the first result. Old results stay until newer ones come. */
  rows: readonly FoundMessage[] | undefined;
  /** What the rows have. */
  words: SearchWords;
  isSearching: boolean;
  hasMore: boolean;
  /** How far back an unfinished page goes, in ms since 1970. */
  until: number | undefined;
  /** The server has not indexed everything yet. */
  isBehind: boolean;
  /** Without the server: how far the messages of this browser go. */
  kept: KeptRange | undefined;
  error: CommandError | undefined;
  /** A filter needs the server, which cannot be reached. */
  needsServer: boolean;
}

const NO_WORDS: SearchWords = { wanted: [], unwanted: [] };
const EMPTY: SearchState = {
  rows: undefined,
  words: NO_WORDS,
  isSearching: false,
  hasMore: false,
  until: undefined,
  isBehind: false,
  kept: undefined,
  error: undefined,
  needsServer: false,
};

/** Of a search for a certain result, after the page was loaded there. */
const MAX_PAGES_TO_RESULT = 5;
/** A page can end early although more follow: so many are read before the person decides. */
const MAX_UNFINISHED_PAGES = 3;
const KEPT_PAGE_SIZE = 20;

interface MessageSearchOptions {
  chat: Chat;
  uid: string;
  now: () => number;
}

type Input = CommandArguments<'search_messages'>;
type Output = CommandOutput<'search_messages'>;
/** What an event makes of a message; nothing if it is gone. */
type MessageChange = (message: Message) => readonly Message[];

let count = 0;

/** One search in messages: its query, what it has found, and where its reader was. */
export class MessageSearch {
  readonly state = new Store<SearchState>(EMPTY);
  /** Different for each search. */
  readonly id = ++count;
  query: SearchQuery;
  /** The id of the result that was opened last. */
  readonly openedId = new Store<string | undefined>(undefined);

  readonly #options: MessageSearchOptions;
  /** Of the newest request. Results of older ones are dropped. */
  #number = 0;
  #input: Input = {};
  #next: SearchCursor | undefined;
  /** Found in this browser, and not shown yet. */
  #rest: readonly FoundMessage[] = [];
  /** For each read that runs, the changes since its start: its result can be older. */
  readonly #missed = new Set<MessageChange[]>();
  #isTyping = false;
  /** The error is of a further page. */
  #hasMoreFailed = false;
  #scrollTop = 0;

  /** Of the list of results, in px. */
  get scrollTop(): number {
    return this.#scrollTop;
  }

  onScroll(top: number): void {
    this.#scrollTop = top;
  }

  get isTyping(): boolean {
    return this.#isTyping;
  }

  constructor(query: SearchQuery, options: MessageSearchOptions) {
    this.query = query;
    this.#options = options;
  }

  /** `isTyping`: the last word can be unfinished. */
  async run(query: SearchQuery, isTyping: boolean): Promise<void> {
    this.query = query;
    this.#isTyping = isTyping;
    const number = ++this.#number;
    if (!isSearchable(query, isTyping)) return this.state.set(EMPTY);
    const { chat, now } = this.#options;
    this.#input = toInput(query, isTyping, now());
    this.#hasMoreFailed = false;
    this.#change({ isSearching: true });
    await untilKnown(chat);
    if (number !== this.#number) return;
    try {
      if (isOffline(chat)) return await this.#runOffline(number);
      const output = await this.#read(this.#input, number);
      if (output) this.#show(output, []);
    } catch (error) {
      if (number !== this.#number) return;
      if (isOffline(chat)) await this.#runOffline(number);
      else this.#onFailure(error);
    }
  }

  /** Again, for example with a new connection. After a further page that failed, the pages before it stay. */
  async runAgain(): Promise<void> {
    if (this.#hasMoreFailed && this.state.get().hasMore) await this.showMore();
    else await this.run(this.query, this.#isTyping);
  }

  /** Until it has the result, or for so many pages. */
  async runTo(id: string): Promise<void> {
    await this.run(this.query, this.#isTyping);
    for (let page = 1; page < MAX_PAGES_TO_RESULT; page++) {
      const { rows = [], hasMore, error } = this.state.get();
      if (!hasMore || error || rows.some(({ message }) => message.id === id)) return;
      await this.showMore();
    }
  }

  /** Shows what the index knows by now, unless the reader has gone on. Shows no progress. */
  async refresh(): Promise<void> {
    const shown = this.state.get();
    if (!shown.isBehind || shown.isSearching || this.#scrollTop !== 0) return;
    try {
      const output = await this.#read(this.#input, this.#number);
      if (output && this.state.get() === shown && this.#scrollTop === 0) this.#show(output, []);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  }

  /**
   * For a reader who returns: leaves out results that a search finds no longer, and shows edits, as far as one page reaches. Adds no newer
   * messages, so that nothing moves.
   */
  async verify(attempts = 2): Promise<void> {
    const shown = this.state.get();
    const { rows, isSearching, kept, error } = shown;
    if (!rows || rows.length === 0 || isSearching || kept || error) return;
    try {
      const output = await this.#read(this.#input, this.#number);
      if (!output || output.isBehind) return;
      // An earlier look, which may know less than this one, has changed it.
      if (this.state.get() !== shown) return attempts > 1 ? await this.verify(attempts - 1) : undefined;
      const present = new Map(output.messages.map(message => [message.id, message]));
      const end = output.next
        ? rows.findLastIndex(({ message }) => present.has(message.id))
        : rows.length - 1;
      const verified = rows.flatMap((row, index) => {
        const message = present.get(row.message.id);
        if (message) return [{ ...row, message }];
        return index <= end ? [] : [row];
      });
      this.#changeRows(verified);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (error.code === 'not_found') this.#onFailure(error);
    }
  }

  async showMore(): Promise<void> {
    const { rows = [], hasMore, isSearching } = this.state.get();
    if (!hasMore || isSearching) return;
    if (this.#rest.length > 0) return this.#showKept(rows);
    const number = this.#number;
    this.#hasMoreFailed = false;
    this.#change({ isSearching: true });
    try {
      const output = await this.#read({ ...this.#input, ...(this.#next && { cursor: this.#next }) }, number);
      if (output) this.#show(output, this.state.get().rows ?? []);
    } catch (error) {
      if (number !== this.#number) return;
      this.#hasMoreFailed = true;
      this.#onFailure(error);
    }
  }

  apply(event: Event): void {
    if (event.type === 'message_edited' || event.type === 'message_deleted') {
      const { message } = event;
      this.#replace(message.id, message.deletedAt === undefined ? message : undefined);
    } else if (event.type === 'room_deleted') this.#leaveOut(event.roomId);
    else if (event.type === 'membership_changed' && !event.room && !event.membership.role)
      this.#leaveOut(event.roomId);
  }

  onTrimmed({ roomId, before }: Trim): void {
    this.#changeMessages(message =>
      message.roomId === roomId ? trimMessages([message], before) : [message],
    );
  }

  #replace(id: string, next: Message | undefined): void {
    this.#changeMessages(message => {
      if (message.id !== id) return [message];
      if (!next) return [];
      return [next.changedSeq < message.changedSeq ? message : next];
    });
  }

  #leaveOut(roomId: string): void {
    this.#changeMessages(message => (message.roomId === roomId ? [] : [message]));
  }

  /** Also those that are not shown yet. */
  #changeMessages(change: MessageChange): void {
    for (const changes of this.#missed) changes.push(change);
    const toRows = (row: FoundMessage) =>
      change(row.message).map(message => (message === row.message ? row : { ...row, message }));
    this.#rest = this.#rest.flatMap(toRows);
    const { rows } = this.state.get();
    if (rows) this.#changeRows(rows.flatMap(toRows));
  }

  /** An error and its way out stay. */
  #changeRows(rows: readonly FoundMessage[]): void {
    const shown = this.state.get();
    const isSame = rows.length === shown.rows?.length && rows.every((row, at) => row === shown.rows?.[at]);
    if (!isSame) this.state.set({ ...shown, rows });
  }

  /** Resolves to undefined if a newer search has begun. */
  async #read(input: Input, number: number): Promise<Output | undefined> {
    const changes: MessageChange[] = [];
    this.#missed.add(changes);
    try {
      const output = await this.#readPages(input, number);
      return output && { ...output, messages: changes.reduce(applyChange, output.messages) };
    } finally {
      this.#missed.delete(changes);
    }
  }

  async #readPages(input: Input, number: number): Promise<Output | undefined> {
    let output: Output | undefined;
    for (let page = 0; page < MAX_UNFINISHED_PAGES; page++) {
      const { connection, people } = this.#options.chat;
      const cursor = output?.next;
      const next = await connection.command('search_messages', { ...input, ...(cursor && { cursor }) });
      if (number !== this.#number) return undefined;
      people.upsertShown(next.messages);
      output = joinPages(output, next);
      if (output.until === undefined) break;
    }
    return output;
  }

  #show({ messages, rooms, next, until, isBehind }: Output, before: readonly FoundMessage[]): void {
    this.#next = next;
    this.#rest = [];
    const byId = new Map(rooms.map(room => [room.id, room]));
    const found = messages.flatMap(message => {
      const room = byId.get(message.roomId);
      return room ? [{ message, room }] : [];
    });
    const rows = [...before, ...found];
    this.state.set({
      ...EMPTY,
      rows,
      words: this.#parse(),
      hasMore: next !== undefined,
      until,
      isBehind: isBehind === true,
    });
  }

  async #runOffline(number: number): Promise<void> {
    const { chat, uid, now } = this.#options;
    if (findFilter(this.query.filters, 'is') !== undefined)
      return this.state.set({ ...EMPTY, rows: [], needsServer: true });
    const rooms = await loadKeptRooms(chat, uid);
    if (number !== this.#number) return;
    const { rows, kept } = findKept(rooms, this.query, {
      isTyping: this.#isTyping,
      me: uid,
      now: now(),
      isBlocked: author => chat.blocks.get().has(author),
      isRequest: roomId => chat.memberships.isRequest(roomId),
    });
    this.#rest = rows;
    this.#next = undefined;
    this.state.set({ ...EMPTY, words: this.#parse(), kept });
    this.#showKept([]);
  }

  #showKept(before: readonly FoundMessage[]): void {
    const rows = [...before, ...this.#rest.slice(0, KEPT_PAGE_SIZE)];
    this.#rest = this.#rest.slice(KEPT_PAGE_SIZE);
    this.#change({ rows, hasMore: this.#rest.length > 0 });
  }

  #onFailure(error: unknown): void {
    if (!(error instanceof CommandError)) throw error;
    // The room of the search is gone, or the person may not read it any more.
    if (error.code === 'not_found') this.state.set({ ...EMPTY, rows: [] });
    else this.#change({ isSearching: false, error });
  }

  #parse(): SearchWords {
    return parseWords(this.query, this.#isTyping);
  }

  #change(change: Partial<SearchState>): void {
    this.state.set({ ...this.state.get(), error: undefined, ...change });
  }
}

function applyChange(messages: Output['messages'], change: MessageChange): Message[] {
  return messages.flatMap(change);
}

function joinPages(before: Output | undefined, next: Output): Output {
  if (!before) return next;
  const isBehind = before.isBehind ?? next.isBehind;
  return {
    ...next,
    messages: [...before.messages, ...next.messages],
    rooms: [...before.rooms, ...next.rooms],
    ...(isBehind && { isBehind }),
  };
}

function isOffline({ connection }: Chat): boolean {
  return connection.state.get().status !== 'connected';
}

/** The first connection is there, or has failed. */
async function untilKnown({ connection: { state } }: Chat): Promise<void> {
  const isKnown = () => !['idle', 'connecting'].includes(state.get().status);
  if (isKnown()) return;
  await new Promise<void>(resolve => {
    const stop = state.subscribe(() => {
      if (!isKnown()) return;
      stop();
      resolve();
    });
  });
}
