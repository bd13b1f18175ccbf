import {
  type CommandName,
  MAX_LISTED_ROOMS,
  MAX_MINE_MESSAGES,
  MAX_WATCHED_PEOPLE,
  MAX_WATCHED_SUMMARIES_A_CALL,
} from '@snug/protocol';
import type { Limits } from '../limits/rate-limits.ts';
import type { LimitName } from '../limits/rates.ts';
import { MessageBytes } from './message-byte-limits.ts';

/** Which limit each command counts for. What a client asks by itself, as when it returns, is a read. */
export const LIMIT_OF: Readonly<Record<CommandName, LimitName>> = {
  send_message: 'sends',
  set_reaction: 'reactions',
  get_mine: 'reads',
  create_room: 'rooms',
  edit_room: 'commands',
  set_admin: 'commands',
  delete_message: 'commands',
  discard_file: 'commands',
  set_nickname: 'commands',
  set_avatar: 'avatars',
  unlink_account: 'commands',
  list_rooms: 'reads',
  find_rooms: 'searches',
  watch_rooms: 'reads',
  watch_list: 'reads',
  open_room: 'reads',
  close_room: 'reads',
  catch_up: 'reads',
  get_messages: 'history',
  get_profile: 'reads',
  watch_people: 'reads',
  watch_room: 'reads',
  unwatch_room: 'reads',
  list_accounts: 'reads',
  list_sessions: 'reads',
  sign_out_everywhere: 'commands',
};

/** Whether the bytes of a command's answers count, too: those of what is read, which others wrote. */
export function isCharged(command: CommandName): boolean {
  const name = LIMIT_OF[command];
  return name === 'reads' || name === 'history';
}

const ID_LENGTH = 36;
/** So many at least are remembered, and at most twice as many. */
const REMEMBERED = 5_000;

/** What people may ask by commands, whichever way these come. */
export class CommandLimits {
  readonly #limits: Limits;
  /** What makers named by ids of their own and was let through lately, and what was before that. */
  #known = new Set<string>();
  #knownBefore = new Set<string>();

  readonly #messageBytes: MessageBytes;

  /** `readersOf`: how many connections have a room open. */
  constructor(limits: Limits, readersOf: (roomId: string) => number = () => 1) {
    this.#limits = limits;
    this.#messageBytes = new MessageBytes(limits, readersOf);
  }

  /** Throws `slow_down`. Under an id that was let through, a command is a retry, which makes no second thing. */
  admit(uid: string, command: CommandName | undefined, input: unknown): void {
    const name = command ? LIMIT_OF[command] : 'commands';
    // Its cost is known after the answer: who has had too much waits before the next one.
    if (command && isCharged(command)) this.#limits.take('answer_bytes', uid, 0);
    const id = idOf(input);
    const known = id === undefined ? undefined : `${uid} ${command} ${id}`;
    if (known !== undefined && this.#isKnown(known)) return this.#limits.take('commands', uid);
    const count = command === 'send_message' ? this.#messageBytes.admit(uid, input) : undefined;
    this.#limits.take(name, uid, costOf(command, input));
    count?.();
    if (known !== undefined) this.#remember(known);
  }

  #isKnown(known: string): boolean {
    return this.#known.has(known) || this.#knownBefore.has(known);
  }

  // One by one, the oldest would be looked for among thousands of places that others left: such is a `Set` that is full.
  #remember(known: string): void {
    this.#known.add(known);
    if (this.#known.size < REMEMBERED) return;
    this.#knownBefore = this.#known;
    this.#known = new Set();
  }
}

/** So many rows that a command may answer with count as one read. */
const ROOMS_A_READ = 10;
const PEOPLE_A_READ = 50;
const MESSAGES_A_READ = 50;

/** Of input that nobody has checked yet: what is too much is refused after this. */
function costOf(command: CommandName | undefined, input: unknown): number {
  const { add, uids, limit, messageIds } = (input ?? {}) as Record<string, unknown>;
  if (command === 'list_rooms')
    return reads(Number(limit) || MAX_LISTED_ROOMS, MAX_LISTED_ROOMS, ROOMS_A_READ);
  if (command === 'watch_rooms' && typeof add === 'object' && add !== null)
    return reads(Object.keys(add).length, MAX_WATCHED_SUMMARIES_A_CALL, ROOMS_A_READ);
  if (command === 'watch_people' && Array.isArray(uids))
    return reads(uids.length, MAX_WATCHED_PEOPLE, PEOPLE_A_READ);
  if (command === 'get_mine' && Array.isArray(messageIds))
    return reads(messageIds.length, MAX_MINE_MESSAGES, MESSAGES_A_READ);
  return 1;
}

function reads(count: number, most: number, perRead: number): number {
  return Math.max(1, Math.ceil(Math.min(count, most) / perRead));
}

/** The id that its maker gave to what is to be made, in input that nobody has checked yet. */
function idOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, 'id')) return undefined;
  const { id } = input as { id: unknown };
  return typeof id === 'string' && id.length === ID_LENGTH ? id : undefined;
}
