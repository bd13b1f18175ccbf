import { ACCOUNT_DELETION_MUTATIONS } from '../account-deletion/account-erasure.ts';
import { ACCOUNT_MUTATIONS } from '../accounts/account-mutations.ts';
import { BLOCK_MUTATIONS } from '../blocks/blocks.ts';
import { BOT_MUTATIONS } from '../bots/bots.ts';
import type { Mutations } from '../db/mutation.ts';
import { FILE_MUTATIONS } from '../files/files.ts';
import { INVITE_MUTATIONS } from '../invites/invite-mutations.ts';
import { JOB_MUTATIONS } from '../jobs/jobs.ts';
import { deleteMessage, removeMessage } from '../messages/deletion.ts';
import { editMessage } from '../messages/edits.ts';
import { sendMessage } from '../messages/messages.ts';
import { PIN_MUTATIONS } from '../pins/pins.ts';
import { PRESENCE_MUTATIONS } from '../presence/presence.ts';
import { setAvatar } from '../profiles/avatar.ts';
import { PROFILE_INDEX_MUTATIONS } from '../profiles/person-index.ts';
import { setNickname } from '../profiles/profiles.ts';
import { REACTION_MUTATIONS } from '../reactions/reactions.ts';
import { READ_MUTATIONS } from '../reads/reads.ts';
import { REPORT_MUTATIONS } from '../reports/reports.ts';
import { listMessages } from '../room-files/listing-sweep.ts';
import { ROOM_PROGRAM_MUTATIONS } from '../room-programs/remove-room-program.ts';
import { ROOM_MUTATIONS } from '../rooms/room-mutations.ts';
import { SAVED_MUTATIONS } from '../saved/saved.ts';
import { STORAGE_USE_MUTATIONS } from '../storage-use/storage-count-job.ts';
import { TOKEN_MUTATIONS } from '../tokens/tokens.ts';
import { WEBHOOK_MUTATIONS } from '../webhooks/webhooks.ts';
import { WORKSPACE_MUTATIONS } from '../workspace/workspace-mutations.ts';

/** A command and its mutation have the same name. */
export const MUTATIONS = {
  ...ROOM_MUTATIONS,
  ...INVITE_MUTATIONS,
  ...BLOCK_MUTATIONS,
  ...WORKSPACE_MUTATIONS,
  ...REPORT_MUTATIONS,
  send_message: sendMessage,
  delete_message: deleteMessage,
  remove_message: removeMessage,
  edit_message: editMessage,
  ...REACTION_MUTATIONS,
  ...PIN_MUTATIONS,
  ...SAVED_MUTATIONS,
  list_messages: listMessages,
  ...READ_MUTATIONS,
  set_nickname: setNickname,
  ...PRESENCE_MUTATIONS,
  set_avatar: setAvatar,
  ...PROFILE_INDEX_MUTATIONS,
  ...FILE_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...ACCOUNT_DELETION_MUTATIONS,
  ...TOKEN_MUTATIONS,
  ...BOT_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
  ...ROOM_PROGRAM_MUTATIONS,
  ...STORAGE_USE_MUTATIONS,
  ...JOB_MUTATIONS,
} satisfies Mutations;

export type SnugMutations = typeof MUTATIONS;
