import { ACCOUNT_MUTATIONS } from '../account/account-mutations.ts';
import { ACCOUNT_DELETION_MUTATIONS } from '../account/deletion/account-erasure.ts';
import { GUEST_MUTATIONS } from '../admin/guests/guests.ts';
import { REPORT_MUTATIONS } from '../admin/reports/reports.ts';
import { STORAGE_USE_MUTATIONS } from '../admin/storage-use/storage-count-job.ts';
import { WORKSPACE_MUTATIONS } from '../admin/workspace/workspace-mutations.ts';
import { FOLLOW_LIMIT_MUTATIONS } from '../chat/conversations/follow-limit.ts';
import { FOLLOW_MUTATIONS } from '../chat/conversations/follows.ts';
import { OLDER_CONVERSATION_MUTATIONS } from '../chat/conversations/older-conversations.ts';
import { EMOJI_MUTATIONS } from '../chat/emoji/emoji.ts';
import { deleteMessage, removeMessage } from '../chat/messages/deletion.ts';
import { editMessage } from '../chat/messages/edits.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { PIN_MUTATIONS } from '../chat/pins/pins.ts';
import { REACTION_MUTATIONS } from '../chat/reactions/reactions.ts';
import { READ_MUTATIONS } from '../chat/reads/reads.ts';
import { HOLD_MUTATIONS } from '../chat/retention/holds.ts';
import { RETENTION_MUTATIONS } from '../chat/retention/retention.ts';
import { listMessages } from '../chat/room-files/listing-sweep.ts';
import { ROOM_MUTATIONS } from '../chat/rooms/room-mutations.ts';
import { SAVED_MUTATIONS } from '../chat/saved/saved.ts';
import { TRIM_MUTATIONS } from '../chat/trims/trims.ts';
import { JOB_MUTATIONS } from '../cluster/jobs/jobs.ts';
import type { Mutations } from '../db/mutation.ts';
import { EXPORT_MUTATIONS } from '../export/record-export.ts';
import { FILE_MUTATIONS } from '../files/files.ts';
import { PUSH_DEVICE_MUTATIONS } from '../notifications/devices/push-devices.ts';
import { MISSED_MAIL_MUTATIONS } from '../notifications/missed-mail/missed-mails.ts';
import { NOTIFICATION_SETTINGS_MUTATIONS } from '../notifications/notification-settings.ts';
import { PUSH_MUTATIONS } from '../notifications/notifier/push-mutations.ts';
import { BLOCK_MUTATIONS } from '../people/blocks/blocks.ts';
import { INVITE_MUTATIONS } from '../people/invites/invites.ts';
import { DEFAULT_LEVEL_MUTATIONS } from '../people/members/default-level.ts';
import { PRESENCE_MUTATIONS } from '../people/presence/presence.ts';
import { setAvatar } from '../people/profiles/avatar.ts';
import { PROFILE_INDEX_MUTATIONS } from '../people/profiles/person-index.ts';
import { setNickname } from '../people/profiles/profiles.ts';
import { STATUS_MUTATIONS } from '../people/status/statuses.ts';
import { BOT_MUTATIONS } from '../programs/bots/bots.ts';
import { ROOM_PROGRAM_MUTATIONS } from '../programs/room-programs/remove-room-program.ts';
import { TOKEN_MUTATIONS } from '../programs/tokens/tokens.ts';
import { WEBHOOK_MUTATIONS } from '../programs/webhooks/webhooks.ts';

/** A command and its mutation have the same name. */
export const MUTATIONS = {
  ...ROOM_MUTATIONS,
  ...RETENTION_MUTATIONS,
  ...HOLD_MUTATIONS,
  ...INVITE_MUTATIONS,
  ...GUEST_MUTATIONS,
  ...BLOCK_MUTATIONS,
  ...DEFAULT_LEVEL_MUTATIONS,
  ...WORKSPACE_MUTATIONS,
  ...REPORT_MUTATIONS,
  ...EXPORT_MUTATIONS,
  send_message: sendMessage,
  delete_message: deleteMessage,
  remove_message: removeMessage,
  edit_message: editMessage,
  ...REACTION_MUTATIONS,
  ...EMOJI_MUTATIONS,
  ...PIN_MUTATIONS,
  ...SAVED_MUTATIONS,
  ...TRIM_MUTATIONS,
  list_messages: listMessages,
  ...READ_MUTATIONS,
  ...FOLLOW_MUTATIONS,
  ...FOLLOW_LIMIT_MUTATIONS,
  ...OLDER_CONVERSATION_MUTATIONS,
  set_nickname: setNickname,
  ...PRESENCE_MUTATIONS,
  ...STATUS_MUTATIONS,
  set_avatar: setAvatar,
  ...PROFILE_INDEX_MUTATIONS,
  ...FILE_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...ACCOUNT_DELETION_MUTATIONS,
  ...NOTIFICATION_SETTINGS_MUTATIONS,
  ...MISSED_MAIL_MUTATIONS,
  ...PUSH_DEVICE_MUTATIONS,
  ...TOKEN_MUTATIONS,
  ...BOT_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
  ...ROOM_PROGRAM_MUTATIONS,
  ...STORAGE_USE_MUTATIONS,
  ...JOB_MUTATIONS,
  ...PUSH_MUTATIONS,
} satisfies Mutations;

export type SnugMutations = typeof MUTATIONS;
