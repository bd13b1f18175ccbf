import {
  type CommandName,
  MAX_COUNTED_ROOMS,
  MAX_LISTED_ROOMS,
  MAX_MINE_MESSAGES,
  MAX_SET_READS,
  MAX_WATCHED_PEOPLE,
  MAX_WATCHED_SUMMARIES_PER_CALL,
} from '@snug/protocol';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { LimitName } from '../limits/rates.ts';
import { MessageByteLimits } from './message-byte-limits.ts';

/** Requests that clients send by themselves, such as after a reconnect, count as reads. */
export const COMMAND_LIMITS: Readonly<Record<CommandName, LimitName>> = {
  send_message: 'sends',
  set_reaction: 'reactions',
  set_read: 'cursors',
  set_reads: 'cursors',
  get_unread: 'reads',
  get_mine: 'reads',
  get_reactions: 'reads',
  set_pin: 'commands',
  list_pins: 'reads',
  set_saved: 'commands',
  list_saved: 'history',
  get_saved: 'reads',
  list_reminders: 'reads',
  list_files: 'history',
  create_room: 'rooms',
  edit_room: 'commands',
  set_admin: 'commands',
  archive_room: 'commands',
  delete_room: 'commands',
  join_room: 'commands',
  leave_room: 'commands',
  set_member: 'commands',
  list_members: 'reads',
  list_joined: 'reads',
  set_room_options: 'commands',
  open_direct: 'commands',
  set_block: 'commands',
  list_blocks: 'reads',
  create_invite: 'commands',
  list_invites: 'reads',
  revoke_invite: 'commands',
  get_invite: 'reads',
  redeem_invite: 'commands',
  find_people: 'searches',
  delete_message: 'commands',
  remove_message: 'commands',
  edit_message: 'sends',
  check_upload: 'uploads',
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
  get_mentions: 'history',
  get_profile: 'reads',
  watch_people: 'reads',
  watch_viewers: 'reads',
  unwatch_viewers: 'reads',
  set_typing: 'typing',
  get_account: 'reads',
  list_accounts: 'reads',
  list_notices: 'reads',
  acknowledge_notices: 'commands',
  list_passkeys: 'reads',
  rename_passkey: 'commands',
  list_sessions: 'reads',
  end_session: 'commands',
  sign_out_everywhere: 'commands',
  create_token: 'commands',
  list_tokens: 'reads',
  revoke_token: 'commands',
  create_bot: 'rooms',
  list_bots: 'reads',
  edit_bot: 'commands',
  delete_bot: 'commands',
  create_webhook: 'commands',
  list_webhooks: 'reads',
  delete_webhook: 'commands',
  retry_webhook: 'commands',
  test_webhook: 'webhook_tests',
  list_room_programs: 'reads',
  remove_room_program: 'commands',
  get_workspace: 'reads',
  redeem_setup: 'commands',
  list_workspace_people: 'reads',
  set_workspace_admin: 'commands',
  set_suspension: 'commands',
  end_sessions: 'commands',
  list_workspace_rooms: 'reads',
  list_private_rooms: 'reads',
  list_workspace_invites: 'reads',
  list_settings: 'reads',
  set_setting: 'commands',
  get_server: 'reads',
  get_storage: 'reads',
  create_recovery_link: 'commands',
  list_audit: 'reads',
  report_message: 'reports',
  list_reports: 'reads',
  close_report: 'commands',
};

/** Whether the bytes of a command's results count, too: a read returns data that others wrote. */
export function isResultCharged(command: CommandName): boolean {
  const name = COMMAND_LIMITS[command];
  return name === 'reads' || name === 'history';
}

const ID_LENGTH = 36;
const MIN_REMEMBERED_IDS = 5_000;

export class CommandLimits {
  readonly #limits: RateLimits;
  /** Client-generated ids of recently admitted commands, in two generations. */
  #recentIds = new Set<string>();
  #olderIds = new Set<string>();

  readonly #messageByteLimits: MessageByteLimits;

  /** `countReaders` returns the number of connections that have a room open. */
  constructor(limits: RateLimits, countReaders: (roomId: string) => number = () => 1) {
    this.#limits = limits;
    this.#messageByteLimits = new MessageByteLimits(limits, countReaders);
  }

  /** Throws `rate_limited`. A command with an already admitted id is a retry: it counts as `commands`. */
  admit(uid: string, command: CommandName | undefined, input: unknown): void {
    const name = command ? COMMAND_LIMITS[command] : 'commands';
    // The cost is known only after the result: a person who exceeded it waits before the next command.
    if (command && isResultCharged(command)) this.#limits.take('answer_bytes', uid, 0);
    const id = readId(
      command === 'edit_message' ? { id: (input as { editId?: unknown } | null)?.editId } : input,
    );
    const known = id === undefined ? undefined : `${uid} ${command} ${id}`;
    if (known !== undefined && this.#isRetry(known)) return this.#limits.take('commands', uid);
    const isText = command === 'send_message' || command === 'edit_message';
    const count = isText ? this.#messageByteLimits.admit(uid, input) : undefined;
    this.#limits.take(name, uid, getCost(command, input));
    count?.();
    if (known !== undefined) this.#remember(known);
  }

  #isRetry(known: string): boolean {
    return this.#recentIds.has(known) || this.#olderIds.has(known);
  }

  // Deleting ids one by one would scan the deleted entries at the front of a full `Set` each time.
  #remember(known: string): void {
    this.#recentIds.add(known);
    if (this.#recentIds.size < MIN_REMEMBERED_IDS) return;
    this.#olderIds = this.#recentIds;
    this.#recentIds = new Set();
  }
}

/** A command counts as one read for each of these numbers of rows that it may return. */
const ROOMS_PER_READ = 10;
const PEOPLE_PER_READ = 50;
const MESSAGES_PER_READ = 50;

/** The input is not validated yet. Larger input is rejected later. */
function getCost(command: CommandName | undefined, input: unknown): number {
  const { add, uids, limit, messageIds, roomIds, reads } = (input ?? {}) as Record<string, unknown>;
  if (command === 'list_rooms')
    return countReads(Number(limit) || MAX_LISTED_ROOMS, MAX_LISTED_ROOMS, ROOMS_PER_READ);
  if (command === 'watch_rooms' && typeof add === 'object' && add !== null)
    return countReads(Object.keys(add).length, MAX_WATCHED_SUMMARIES_PER_CALL, ROOMS_PER_READ);
  if (command === 'get_unread' && Array.isArray(roomIds))
    return countReads(roomIds.length, MAX_COUNTED_ROOMS, ROOMS_PER_READ);
  if (command === 'set_reads' && typeof reads === 'object' && reads !== null)
    return countReads(Object.keys(reads).length, MAX_SET_READS, ROOMS_PER_READ);
  if (command === 'watch_people' && Array.isArray(uids))
    return countReads(uids.length, MAX_WATCHED_PEOPLE, PEOPLE_PER_READ);
  if ((command === 'get_mine' || command === 'get_saved') && Array.isArray(messageIds))
    return countReads(messageIds.length, MAX_MINE_MESSAGES, MESSAGES_PER_READ);
  return 1;
}

function countReads(count: number, max: number, perRead: number): number {
  return Math.max(1, Math.ceil(Math.min(count, max) / perRead));
}

function readId(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, 'id')) return undefined;
  const { id } = input as { id: unknown };
  return typeof id === 'string' && id.length === ID_LENGTH ? id : undefined;
}
