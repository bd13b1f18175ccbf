import {
  type CommandName,
  isCommandName,
  MAX_COUNTED_ROOMS,
  MAX_LISTED_ROOMS,
  MAX_MINE_MESSAGES,
  MAX_SET_READS,
  MAX_WATCHED_PEOPLE,
  MAX_WATCHED_SUMMARIES_PER_CALL,
} from '@snug/protocol';
import type { LimitName } from '../limits/default-rates.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { MessageByteLimits } from './message-byte-limits.ts';

/**
 * What a command reads and returns:
 * - `small`: a bounded number of rows, some kB.
 * - `many`: hundreds of people or rooms. It waits for its turn, because the reads of many people at once would delay messages.
 *   `unwatch_viewers` waits, too, so that it does not overtake the command that it reverts.
 * - `large`: up to `MAX_RESULT_BYTES`. It waits for its turn, too, and a connection runs few of them at once.
 * - `log`: as large. It does not wait, because a person looks at an empty room meanwhile.
 */
type CommandSize = 'small' | 'many' | 'large' | 'log';

interface CommandCost {
  limit: LimitName;
  size: CommandSize;
}

/** Requests that clients send by themselves, such as after a reconnect, count as reads. */
export const COMMAND_COSTS: Readonly<Record<CommandName, CommandCost>> = {
  send_message: { limit: 'sends', size: 'small' },
  set_reaction: { limit: 'reactions', size: 'small' },
  set_read: { limit: 'cursors', size: 'small' },
  set_reads: { limit: 'cursors', size: 'large' },
  get_unread: { limit: 'reads', size: 'large' },
  set_follow: { limit: 'commands', size: 'small' },
  get_follows: { limit: 'reads', size: 'small' },
  list_conversations: { limit: 'history', size: 'large' },
  list_new_conversations: { limit: 'history', size: 'many' },
  get_mine: { limit: 'reads', size: 'large' },
  get_reactions: { limit: 'reads', size: 'small' },
  list_emoji: { limit: 'reads', size: 'large' },
  preview_emoji: { limit: 'emoji', size: 'large' },
  add_emoji: { limit: 'emoji', size: 'small' },
  add_emoji_name: { limit: 'commands', size: 'small' },
  remove_emoji_name: { limit: 'commands', size: 'small' },
  delete_emoji: { limit: 'commands', size: 'small' },
  restore_emoji: { limit: 'commands', size: 'small' },
  erase_emoji: { limit: 'commands', size: 'small' },
  list_workspace_emoji: { limit: 'reads', size: 'large' },
  set_pin: { limit: 'commands', size: 'small' },
  list_pins: { limit: 'reads', size: 'large' },
  set_saved: { limit: 'commands', size: 'small' },
  list_saved: { limit: 'history', size: 'large' },
  get_saved: { limit: 'reads', size: 'large' },
  list_reminders: { limit: 'reads', size: 'large' },
  list_files: { limit: 'history', size: 'large' },
  create_room: { limit: 'rooms', size: 'small' },
  edit_room: { limit: 'commands', size: 'small' },
  set_admin: { limit: 'commands', size: 'small' },
  archive_room: { limit: 'commands', size: 'small' },
  delete_room: { limit: 'commands', size: 'small' },
  set_retention: { limit: 'commands', size: 'small' },
  undo_retention: { limit: 'commands', size: 'small' },
  count_older: { limit: 'reads', size: 'large' },
  join_room: { limit: 'commands', size: 'small' },
  leave_room: { limit: 'commands', size: 'small' },
  set_member: { limit: 'commands', size: 'small' },
  list_members: { limit: 'reads', size: 'large' },
  list_joined: { limit: 'reads', size: 'large' },
  set_room_options: { limit: 'commands', size: 'small' },
  open_direct: { limit: 'commands', size: 'small' },
  set_block: { limit: 'commands', size: 'small' },
  list_blocks: { limit: 'reads', size: 'small' },
  create_invite: { limit: 'commands', size: 'small' },
  list_invites: { limit: 'reads', size: 'large' },
  revoke_invite: { limit: 'commands', size: 'small' },
  get_invite: { limit: 'reads', size: 'small' },
  redeem_invite: { limit: 'commands', size: 'small' },
  find_people: { limit: 'searches', size: 'large' },
  delete_message: { limit: 'commands', size: 'small' },
  remove_message: { limit: 'commands', size: 'small' },
  edit_message: { limit: 'sends', size: 'small' },
  check_upload: { limit: 'uploads', size: 'small' },
  discard_file: { limit: 'commands', size: 'small' },
  set_nickname: { limit: 'commands', size: 'small' },
  set_status: { limit: 'commands', size: 'small' },
  set_avatar: { limit: 'avatars', size: 'small' },
  unlink_account: { limit: 'sign_in_changes', size: 'small' },
  list_rooms: { limit: 'reads', size: 'large' },
  find_rooms: { limit: 'searches', size: 'large' },
  watch_rooms: { limit: 'reads', size: 'many' },
  watch_list: { limit: 'reads', size: 'small' },
  open_room: { limit: 'reads', size: 'log' },
  close_room: { limit: 'reads', size: 'small' },
  catch_up: { limit: 'reads', size: 'large' },
  get_messages: { limit: 'history', size: 'large' },
  get_mentions: { limit: 'history', size: 'large' },
  search_messages: { limit: 'message_searches', size: 'large' },
  get_profile: { limit: 'reads', size: 'small' },
  watch_people: { limit: 'reads', size: 'many' },
  watch_viewers: { limit: 'reads', size: 'many' },
  unwatch_viewers: { limit: 'reads', size: 'many' },
  set_typing: { limit: 'typing', size: 'small' },
  get_account: { limit: 'reads', size: 'small' },
  list_accounts: { limit: 'reads', size: 'small' },
  list_notices: { limit: 'reads', size: 'small' },
  acknowledge_notices: { limit: 'commands', size: 'small' },
  set_active: { limit: 'typing', size: 'small' },
  get_notification_settings: { limit: 'reads', size: 'small' },
  set_notification_settings: { limit: 'commands', size: 'small' },
  list_passkeys: { limit: 'reads', size: 'small' },
  rename_passkey: { limit: 'commands', size: 'small' },
  list_sessions: { limit: 'reads', size: 'small' },
  end_session: { limit: 'commands', size: 'small' },
  sign_out_everywhere: { limit: 'commands', size: 'small' },
  add_push_device: { limit: 'commands', size: 'small' },
  remove_push_device: { limit: 'commands', size: 'small' },
  list_push_devices: { limit: 'reads', size: 'small' },
  test_push: { limit: 'push_tests', size: 'small' },
  create_token: { limit: 'sign_in_changes', size: 'small' },
  list_tokens: { limit: 'reads', size: 'small' },
  revoke_token: { limit: 'commands', size: 'small' },
  create_bot: { limit: 'rooms', size: 'small' },
  list_bots: { limit: 'reads', size: 'small' },
  edit_bot: { limit: 'commands', size: 'small' },
  delete_bot: { limit: 'commands', size: 'small' },
  create_webhook: { limit: 'sign_in_changes', size: 'small' },
  list_webhooks: { limit: 'reads', size: 'small' },
  delete_webhook: { limit: 'commands', size: 'small' },
  retry_webhook: { limit: 'commands', size: 'small' },
  test_webhook: { limit: 'webhook_tests', size: 'small' },
  list_room_programs: { limit: 'reads', size: 'large' },
  remove_room_program: { limit: 'commands', size: 'small' },
  get_workspace: { limit: 'reads', size: 'small' },
  redeem_setup: { limit: 'commands', size: 'small' },
  list_workspace_people: { limit: 'reads', size: 'large' },
  set_workspace_admin: { limit: 'commands', size: 'small' },
  set_guest_end: { limit: 'commands', size: 'small' },
  make_member: { limit: 'commands', size: 'small' },
  list_ending_guests: { limit: 'reads', size: 'small' },
  set_suspension: { limit: 'commands', size: 'small' },
  end_sessions: { limit: 'commands', size: 'small' },
  list_workspace_rooms: { limit: 'reads', size: 'large' },
  list_private_rooms: { limit: 'reads', size: 'large' },
  list_workspace_invites: { limit: 'reads', size: 'large' },
  list_settings: { limit: 'reads', size: 'small' },
  set_setting: { limit: 'commands', size: 'small' },
  set_logo: { limit: 'avatars', size: 'small' },
  get_server: { limit: 'reads', size: 'small' },
  send_test_mail: { limit: 'mail_tests', size: 'small' },
  get_storage: { limit: 'reads', size: 'large' },
  create_claim_link: { limit: 'commands', size: 'small' },
  create_recovery_link: { limit: 'commands', size: 'small' },
  list_audit: { limit: 'reads', size: 'large' },
  report_message: { limit: 'reports', size: 'small' },
  list_reports: { limit: 'reads', size: 'large' },
  close_report: { limit: 'commands', size: 'small' },
};

/** Whether the bytes of a command's results count, too: a read returns data that others wrote. */
export function isResultCharged(command: CommandName): boolean {
  const { limit } = COMMAND_COSTS[command];
  return limit === 'reads' || limit === 'history' || limit === 'message_searches';
}

export function waitsForTurn(command: CommandName): boolean {
  const { size } = COMMAND_COSTS[command];
  return size === 'large' || size === 'many';
}

/** Whether a result can have up to `MAX_RESULT_BYTES`. */
export function hasLargeResult(command: string): boolean {
  return isCommandName(command) && ['large', 'log'].includes(COMMAND_COSTS[command].size);
}

/** Their results have numbers of unread messages. */
const COUNTING: ReadonlySet<CommandName> = new Set([
  'list_rooms',
  'get_unread',
  'open_room',
  'catch_up',
  'set_read',
  'set_reads',
  'set_room_options',
]);

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
    const name = command ? COMMAND_COSTS[command].limit : 'commands';
    // The cost is known only after the result: a person who exceeded it waits before the next command.
    if (command && isResultCharged(command)) this.#limits.take('answer_bytes', uid, 0);
    if (command && COUNTING.has(command)) this.#limits.take('counted_rows', uid, 0);
    const id = readOwnId(command, input);
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

/** The callers of these choose the id of what they create. The `id` of other commands names a thing, and each call counts. */
const CREATIONS: ReadonlySet<CommandName> = new Set([
  'send_message',
  'report_message',
  'create_room',
  'create_invite',
  'create_token',
  'create_bot',
  'create_webhook',
]);

function readOwnId(command: CommandName | undefined, input: unknown): string | undefined {
  const field = command === 'edit_message' ? 'editId' : 'id';
  if (command === undefined || (field === 'id' && !CREATIONS.has(command))) return undefined;
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return undefined;
  const id = (input as Record<string, unknown>)[field];
  return typeof id === 'string' && id.length === ID_LENGTH ? id : undefined;
}
