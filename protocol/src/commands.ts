import type * as v from 'valibot';
import { listAccounts, unlinkAccount } from './account.ts';
import { discardFile } from './file.ts';
import { deleteMessage, getMessages, sendMessage } from './message.ts';
import { getProfile, setAvatar, setNickname, watchPeople } from './profile.ts';
import { getMine, setReaction } from './reaction.ts';
import {
  catchUp,
  closeRoom,
  createRoom,
  editRoom,
  findRooms,
  listRooms,
  openRoom,
  setAdmin,
  watchList,
  watchRooms,
} from './room.ts';

import { unwatchViewers, watchViewers } from './room-viewers.ts';
import { listSessions, signOutEverywhere } from './session.ts';

export const COMMANDS = {
  create_room: createRoom,
  edit_room: editRoom,
  set_admin: setAdmin,
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
  set_reaction: setReaction,
  get_mine: getMine,
  discard_file: discardFile,
  set_nickname: setNickname,
  set_avatar: setAvatar,
  get_profile: getProfile,
  watch_people: watchPeople,
  watch_viewers: watchViewers,
  unwatch_viewers: unwatchViewers,
  list_accounts: listAccounts,
  unlink_account: unlinkAccount,
  list_sessions: listSessions,
  sign_out_everywhere: signOutEverywhere,
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
