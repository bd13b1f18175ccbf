import { CommandError, type CommandName } from '@snug/protocol';
import type { TokenScope } from '../db/mutation.ts';

/**
 * - `any`: every token may call the command. It reads only rooms that `access.ts` permits.
 * - `all_rooms`: only tokens for all rooms, because the result is about all rooms of the person.
 * - `person`, `bot`: only tokens of a person for all rooms, or of a bot.
 * - `never`: it changes the account or the server.
 */
export type TokenRule = 'any' | 'all_rooms' | 'person' | 'bot' | 'never';

export const TOKEN_RULES: Readonly<Record<CommandName, TokenRule>> = {
  create_room: 'person',
  edit_room: 'any',
  set_admin: 'any',
  archive_room: 'any',
  delete_room: 'any',
  join_room: 'any',
  leave_room: 'any',
  set_member: 'any',
  list_members: 'any',
  list_joined: 'all_rooms',
  set_room_options: 'any',
  open_direct: 'person',
  find_people: 'any',
  set_block: 'person',
  list_blocks: 'person',
  create_invite: 'person',
  list_invites: 'person',
  revoke_invite: 'person',
  get_invite: 'person',
  redeem_invite: 'person',
  list_rooms: 'any',
  find_rooms: 'any',
  watch_rooms: 'any',
  watch_list: 'person',
  open_room: 'any',
  close_room: 'any',
  catch_up: 'any',
  get_messages: 'any',
  send_message: 'any',
  delete_message: 'any',
  remove_message: 'any',
  edit_message: 'any',
  get_mentions: 'all_rooms',
  set_read: 'any',
  set_reads: 'any',
  get_unread: 'any',
  set_reaction: 'any',
  get_mine: 'any',
  get_reactions: 'any',
  set_pin: 'any',
  list_pins: 'any',
  set_saved: 'all_rooms',
  list_saved: 'all_rooms',
  get_saved: 'all_rooms',
  list_reminders: 'all_rooms',
  list_files: 'any',
  check_upload: 'any',
  discard_file: 'any',
  set_nickname: 'bot',
  set_avatar: 'bot',
  get_profile: 'any',
  watch_people: 'any',
  watch_viewers: 'any',
  unwatch_viewers: 'any',
  set_typing: 'any',
  list_accounts: 'never',
  unlink_account: 'never',
  get_account: 'never',
  list_passkeys: 'never',
  rename_passkey: 'never',
  list_sessions: 'never',
  end_session: 'never',
  sign_out_everywhere: 'never',
  create_token: 'never',
  list_tokens: 'never',
  revoke_token: 'never',
  create_bot: 'never',
  list_bots: 'never',
  edit_bot: 'never',
  delete_bot: 'never',
  get_workspace: 'never',
  redeem_setup: 'never',
  list_workspace_people: 'never',
  set_workspace_admin: 'never',
  set_suspension: 'never',
  end_sessions: 'never',
  list_workspace_rooms: 'never',
  list_private_rooms: 'never',
  list_workspace_invites: 'never',
  get_server: 'never',
  create_recovery_link: 'never',
  list_notices: 'never',
  acknowledge_notices: 'never',
  list_audit: 'never',
  report_message: 'person',
  list_reports: 'never',
  close_report: 'never',
};

/** Throws `forbidden` if an access token with this scope may not call the command. */
export function assertTokenMayRun(command: CommandName, { roomIds, ownerId }: TokenScope): void {
  const rule = TOKEN_RULES[command];
  const isForAllRooms = roomIds === undefined;
  const isBot = ownerId !== undefined;
  const isAllowed = {
    any: true,
    all_rooms: isForAllRooms,
    person: isForAllRooms && !isBot,
    bot: isBot,
    never: false,
  }[rule];
  if (!isAllowed) throw new CommandError('forbidden', `This access token can't run ${command}`);
}
