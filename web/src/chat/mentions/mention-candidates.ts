import type { Chat } from '@snug/client';
import {
  type CommandArguments,
  type FindCursor,
  foldLetters,
  MAX_MEMBERS_TO_MENTION,
  type Person,
} from '@snug/protocol';
import { findPages, toSearchText } from '../../state/use-paged-search.ts';
import { matchName } from './match-name.ts';

/** What the people of a room are called in a mention of all of them. */
export const EVERYONE = '@room';
const MAX_OPTIONS = 8;
const REFRESH_MS = 60_000;
const SEARCH_DELAY_MS = 120;

/** `everyone`: all people in the room. */
export type MentionOption = Person | 'everyone';

/** The first page of a room's members. */
interface KnownMembers {
  readAt: number;
  people: readonly Person[];
  hasMore: boolean;
}

/** Whom a person can mention in a room: first those who wrote lately, then other members, then other readers. */
export class MentionCandidates {
  readonly #chat: Chat;
  readonly #roomId: string;
  #members: KnownMembers = { readAt: Number.NEGATIVE_INFINITY, people: [], hasMore: true };
  /** While they are read, for all keys typed meanwhile. */
  #reading: Promise<void> | undefined;
  #loads = 0;

  constructor(chat: Chat, roomId: string) {
    this.#chat = chat;
    this.#roomId = roomId;
  }

  /** Calls `show` with what is known at once, and again with what the server finds. */
  async load(query: string, show: (options: readonly MentionOption[]) => void): Promise<void> {
    const load = ++this.#loads;
    const update = (found: readonly Person[] = []) => {
      if (load === this.#loads) show(this.#toOptions(query, found));
    };
    update();
    await this.#knowMembers();
    update();
    const text = toSearchText(query);
    if (text === undefined) return;
    await new Promise(resolve => setTimeout(resolve, SEARCH_DELAY_MS));
    if (load !== this.#loads) return;
    const members = this.#members.hasMore ? await this.#find(text, this.#roomId) : [];
    update(members);
    if (!this.#isOpenRoom()) return;
    update([...members, ...(await this.#find(text))]);
  }

  /** Whether the person is a guest who does not see the room, as far as its members are known. */
  isHiddenFrom({ uid, guest }: Person): boolean {
    if (!guest) return false;
    const { people, hasMore } = this.#members;
    return this.#isOpenRoom() || (!hasMore && people.every(member => member.uid !== uid));
  }

  #toOptions(query: string, found: readonly Person[]): MentionOption[] {
    const me = this.#chat.me.get()?.uid;
    const known = this.#listKnown().filter(({ name }) => matchName(name, query));
    const people = new Map([...known, ...found].map(person => [person.uid, person]));
    const others = [...people.values()].filter(({ uid }) => uid !== me);
    const hasEveryone = this.#canMentionEveryone() && isPrefixOfEveryone(query);
    const options = others.slice(0, MAX_OPTIONS - Number(hasEveryone));
    return hasEveryone ? [...options, 'everyone'] : options;
  }

  #listKnown(): Person[] {
    const log = this.#chat.room(this.#roomId).view.get().log;
    const authors = (log?.messages ?? []).map(({ author }) => author).toReversed();
    return [...authors, ...(log?.room.people ?? []), ...this.#members.people].map(person =>
      this.#chat.people.upsert(person),
    );
  }

  async #knowMembers(): Promise<void> {
    if (performance.now() - this.#members.readAt < REFRESH_MS) return;
    this.#reading ??= this.#readMembers().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #readMembers(): Promise<void> {
    const { members, next } = await this.#chat.connection.command('list_members', { roomId: this.#roomId });
    const people = members.map(({ person }) => this.#chat.people.upsert(person));
    this.#members = { readAt: performance.now(), people, hasMore: next !== undefined };
  }

  async #find(text: string, roomId?: string): Promise<readonly Person[]> {
    const findPage = async (text: string, after: FindCursor | undefined) => {
      const input = { text, ...(roomId !== undefined && { roomId }), ...(after && { after }) };
      const { people, next } = await this.#chat.connection.command('find_people', input);
      return { items: people.map(person => this.#chat.people.upsert(person)), next };
    };
    const source = { getId: ({ uid }: Person) => uid, findPage };
    return (await findPages(source, text, { items: [] })).items;
  }

  #isOpenRoom(): boolean {
    return this.#chat.room(this.#roomId).view.get().log?.room.kind === undefined;
  }

  #canMentionEveryone(): boolean {
    const { people, hasMore } = this.#members;
    const log = this.#chat.room(this.#roomId).view.get().log;
    const isAdmin = log?.admins.includes(this.#chat.me.get()?.uid ?? '') ?? false;
    return people.length > 0 && (isAdmin || (!hasMore && people.length <= MAX_MEMBERS_TO_MENTION));
  }

  /** The members other than oneself. `hasMore`: there are more than this. */
  async countOthers(): Promise<{ count: number; hasMore: boolean }> {
    const me = this.#chat.me.get()?.uid;
    let count = 0;
    let after: CommandArguments<'list_members'>['after'];
    for (let page = 0; page < MAX_COUNTED_PAGES; page++) {
      const { members, next } = await this.#chat.connection.command('list_members', {
        roomId: this.#roomId,
        ...(after && { after }),
      });
      count += members.filter(({ person }) => person.uid !== me).length;
      after = next;
      if (!next) break;
    }
    return { count, hasMore: after !== undefined };
  }
}

const MAX_COUNTED_PAGES = 20;

function isPrefixOfEveryone(query: string): boolean {
  const folded = foldLetters(query.trim());
  return ['room', 'everyone'].some(word => word.startsWith(folded));
}
