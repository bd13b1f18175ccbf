import type * as v from 'valibot';
import { getAccount, listAccounts, unlinkAccount } from './account.ts';
import { listAudit } from './audit.ts';
import { listBlocks, setBlock } from './block.ts';
import { createBot, deleteBot, editBot, listBots } from './bot.ts';
import { findPeople, openDirect } from './direct.ts';
import { checkUpload, discardFile } from './file.ts';
import { createInvite, getInvite, listInvites, redeemInvite, revokeInvite } from './invite.ts';
import { joinRoom, leaveRoom, listJoined, listMembers, setMember, setRoomOptions } from './member.ts';
import { getMentions } from './mention-list.ts';
import { deleteMessage, editMessage, getMessages, removeMessage, sendMessage } from './message.ts';
import { acknowledgeNotices, listNotices } from './notice.ts';
import { listPins, setPin } from './pin.ts';
import { getProfile, setAvatar, setNickname, watchPeople } from './profile.ts';
import { getMine, getReactions, setReaction } from './reaction.ts';
import { getUnread, setRead, setReads } from './read.ts';
import { createRecoveryLink } from './recovery.ts';
import { closeReport, listReports, reportMessage } from './report.ts';
import {
  archiveRoom,
  catchUp,
  closeRoom,
  createRoom,
  deleteRoom,
  editRoom,
  findRooms,
  listRooms,
  openRoom,
  setAdmin,
  watchList,
  watchRooms,
} from './room.ts';

import { listFiles } from './room-file.ts';
import { unwatchViewers, watchViewers } from './room-viewers.ts';
import { getSaved, listReminders, listSaved, setSaved } from './saved.ts';
import { endSession, listSessions, signOutEverywhere } from './session.ts';
import { createToken, listTokens, revokeToken } from './token.ts';
import { setTyping } from './typing.ts';
import { getWorkspace, redeemSetup } from './workspace.ts';
import { endSessions, listWorkspacePeople, setSuspension, setWorkspaceAdmin } from './workspace-person.ts';
import { listWorkspaceRooms } from './workspace-room.ts';

export const COMMANDS = {
  create_room: createRoom,
  edit_room: editRoom,
  set_admin: setAdmin,
  archive_room: archiveRoom,
  delete_room: deleteRoom,
  join_room: joinRoom,
  leave_room: leaveRoom,
  set_member: setMember,
  list_members: listMembers,
  list_joined: listJoined,
  set_room_options: setRoomOptions,
  open_direct: openDirect,
  find_people: findPeople,
  set_block: setBlock,
  list_blocks: listBlocks,
  create_invite: createInvite,
  list_invites: listInvites,
  revoke_invite: revokeInvite,
  get_invite: getInvite,
  redeem_invite: redeemInvite,
  list_rooms: listRooms,
  find_rooms: findRooms,
  watch_rooms: watchRooms,
  watch_list: watchList,
  open_room: openRoom,
  close_room: closeRoom,
  catch_up: catchUp,
  get_messages: getMessages,
  send_message: sendMessage,
  delete_message: deleteMessage,
  remove_message: removeMessage,
  edit_message: editMessage,
  get_mentions: getMentions,
  set_read: setRead,
  set_reads: setReads,
  get_unread: getUnread,
  set_reaction: setReaction,
  get_mine: getMine,
  get_reactions: getReactions,
  set_pin: setPin,
  list_pins: listPins,
  set_saved: setSaved,
  list_saved: listSaved,
  get_saved: getSaved,
  list_reminders: listReminders,
  list_files: listFiles,
  check_upload: checkUpload,
  discard_file: discardFile,
  set_nickname: setNickname,
  set_avatar: setAvatar,
  get_profile: getProfile,
  watch_people: watchPeople,
  watch_viewers: watchViewers,
  unwatch_viewers: unwatchViewers,
  set_typing: setTyping,
  get_account: getAccount,
  list_accounts: listAccounts,
  unlink_account: unlinkAccount,
  list_notices: listNotices,
  acknowledge_notices: acknowledgeNotices,
  list_sessions: listSessions,
  end_session: endSession,
  sign_out_everywhere: signOutEverywhere,
  create_token: createToken,
  list_tokens: listTokens,
  revoke_token: revokeToken,
  create_bot: createBot,
  list_bots: listBots,
  edit_bot: editBot,
  delete_bot: deleteBot,
  get_workspace: getWorkspace,
  redeem_setup: redeemSetup,
  list_workspace_people: listWorkspacePeople,
  list_workspace_rooms: listWorkspaceRooms,
  create_recovery_link: createRecoveryLink,
  set_workspace_admin: setWorkspaceAdmin,
  set_suspension: setSuspension,
  end_sessions: endSessions,
  list_audit: listAudit,
  report_message: reportMessage,
  list_reports: listReports,
  close_report: closeReport,
} as const;

export type CommandName = keyof typeof COMMANDS;
/** As a caller writes it: fields with defaults are optional. */
export type CommandArguments<Name extends CommandName> = v.InferInput<(typeof COMMANDS)[Name]['input']>;
/** As a handler receives it: validated, trimmed and with defaults. */
export type CommandInput<Name extends CommandName> = v.InferOutput<(typeof COMMANDS)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = v.InferOutput<(typeof COMMANDS)[Name]['output']>;

export function isCommandName(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(COMMANDS, name);
}
