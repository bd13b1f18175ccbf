import type { CommandName, ErrorCode } from '@snug/protocol';

/** `nothing`: the result is a success, but nothing has changed. */
export type AccessResult = 'ok' | 'nothing' | ErrorCode;

/**
 * The results of access tokens. `bot`: of the author, for the setup's room only. `botElsewhere`: the same, for another room only.
 * `adminToken`: of the workspace admin, for all rooms.
 */
type TokenResults = readonly [bot: AccessResult, botElsewhere: AccessResult, adminToken: AccessResult];

const NEVER: TokenResults = ['forbidden', 'forbidden', 'forbidden'];
const FOR_ALL_ROOMS: TokenResults = ['forbidden', 'forbidden', 'ok'];
const ANYWHERE: TokenResults = ['ok', 'ok', 'ok'];
const IN_ROOM: TokenResults = ['ok', 'not_found', 'ok'];
/** The input names a new room, which neither of the bots may read. */
const IN_NEW_ROOM: TokenResults = ['not_found', 'not_found', 'ok'];
/** A token has no rights of a workspace admin. */
const AS_ADMIN: TokenResults = ['forbidden', 'not_found', 'forbidden'];
const AS_ADMIN_OF_NEW_ROOM: TokenResults = ['not_found', 'not_found', 'forbidden'];

export const TOKEN_RESULTS: Readonly<Record<CommandName, TokenResults>> = {
  create_room: FOR_ALL_ROOMS,
  edit_room: AS_ADMIN,
  set_admin: AS_ADMIN,
  archive_room: AS_ADMIN_OF_NEW_ROOM,
  delete_room: AS_ADMIN_OF_NEW_ROOM,
  join_room: IN_NEW_ROOM,
  leave_room: IN_NEW_ROOM,
  set_member: AS_ADMIN_OF_NEW_ROOM,
  list_members: IN_ROOM,
  list_joined: FOR_ALL_ROOMS,
  set_room_options: AS_ADMIN_OF_NEW_ROOM,
  open_direct: FOR_ALL_ROOMS,
  find_people: ANYWHERE,
  set_block: FOR_ALL_ROOMS,
  list_blocks: FOR_ALL_ROOMS,
  create_invite: NEVER,
  list_invites: FOR_ALL_ROOMS,
  revoke_invite: ['forbidden', 'forbidden', 'not_found'],
  get_invite: FOR_ALL_ROOMS,
  redeem_invite: FOR_ALL_ROOMS,
  list_rooms: ANYWHERE,
  find_rooms: ANYWHERE,
  watch_rooms: ANYWHERE,
  watch_list: FOR_ALL_ROOMS,
  open_room: IN_ROOM,
  close_room: ANYWHERE,
  catch_up: IN_ROOM,
  get_messages: IN_ROOM,
  send_message: IN_ROOM,
  delete_message: AS_ADMIN,
  remove_message: AS_ADMIN,
  edit_message: AS_ADMIN,
  get_mentions: FOR_ALL_ROOMS,
  set_read: AS_ADMIN_OF_NEW_ROOM,
  set_reads: ANYWHERE,
  get_unread: ANYWHERE,
  set_reaction: IN_ROOM,
  get_mine: IN_ROOM,
  get_reactions: IN_ROOM,
  set_pin: AS_ADMIN,
  list_pins: IN_ROOM,
  set_saved: FOR_ALL_ROOMS,
  list_saved: FOR_ALL_ROOMS,
  get_saved: FOR_ALL_ROOMS,
  list_reminders: FOR_ALL_ROOMS,
  list_files: IN_ROOM,
  check_upload: ANYWHERE,
  discard_file: ['nothing', 'nothing', 'nothing'],
  set_nickname: ['ok', 'ok', 'forbidden'],
  set_avatar: ['not_found', 'not_found', 'forbidden'],
  get_profile: ANYWHERE,
  watch_people: ANYWHERE,
  watch_viewers: IN_ROOM,
  unwatch_viewers: ANYWHERE,
  set_typing: IN_ROOM,
  list_accounts: NEVER,
  unlink_account: NEVER,
  get_account: NEVER,
  list_sessions: NEVER,
  end_session: NEVER,
  sign_out_everywhere: NEVER,
  create_token: NEVER,
  list_tokens: NEVER,
  revoke_token: NEVER,
  create_bot: NEVER,
  list_bots: NEVER,
  edit_bot: NEVER,
  delete_bot: NEVER,
  get_workspace: NEVER,
  redeem_setup: NEVER,
  list_workspace_people: NEVER,
  set_workspace_admin: NEVER,
  set_suspension: NEVER,
  end_sessions: NEVER,
  list_workspace_rooms: NEVER,
  create_recovery_link: NEVER,
  list_notices: NEVER,
  acknowledge_notices: NEVER,
  list_audit: NEVER,
  report_message: FOR_ALL_ROOMS,
  list_reports: NEVER,
  close_report: NEVER,
};
