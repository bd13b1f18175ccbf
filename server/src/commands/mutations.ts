import { ACCOUNT_MUTATIONS } from '../accounts/account-mutations.ts';
import type { Mutations } from '../db/mutation.ts';
import { FILE_MUTATIONS } from '../files/files.ts';
import { JOB_MUTATIONS } from '../jobs/jobs.ts';
import { deleteMessage, sendMessage } from '../messages/messages.ts';
import { endVisits, setAllOffline, setPresences } from '../presence/presence.ts';
import { setAvatar } from '../profiles/avatar.ts';
import { setNickname } from '../profiles/profiles.ts';
import { setReaction } from '../reactions/reactions.ts';
import { createRoom, editRoom, setAdmin } from '../rooms/rooms.ts';

/** A command and its mutation have the same name. */
export const MUTATIONS = {
  create_room: createRoom,
  edit_room: editRoom,
  set_admin: setAdmin,
  send_message: sendMessage,
  delete_message: deleteMessage,
  set_reaction: setReaction,
  set_nickname: setNickname,
  set_presences: setPresences,
  end_visits: endVisits,
  set_all_offline: setAllOffline,
  set_avatar: setAvatar,
  ...FILE_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...JOB_MUTATIONS,
} satisfies Mutations;

export type SnugMutations = typeof MUTATIONS;
