import {
  deleteExpiredSessions,
  deleteIncompleteSignUps,
  signOutEverywhere,
  touchSession,
} from '../accounts/session-mutations.ts';
import { unlinkAccount } from '../accounts/unlink-account.ts';
import type { Mutations } from '../db/mutation.ts';
import { addFile, discardFile, expireFiles, purgeFile } from '../files/files.ts';
import { claimJob, continueJob, endJob, scheduleJobs } from '../jobs/jobs.ts';
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
  add_file: addFile,
  discard_file: discardFile,
  expire_files: expireFiles,
  purge_file: purgeFile,
  unlink_account: unlinkAccount,
  sign_out_everywhere: signOutEverywhere,
  touch_session: touchSession,
  delete_expired_sessions: deleteExpiredSessions,
  delete_incomplete_sign_ups: deleteIncompleteSignUps,
  schedule_jobs: scheduleJobs,
  claim_job: claimJob,
  continue_job: continueJob,
  end_job: endJob,
} satisfies Mutations;

export type SnugMutations = typeof MUTATIONS;
