import type * as v from 'valibot';
import { ACCOUNT_COMMANDS } from '../account/account.ts';
import { CLAIM_COMMANDS } from '../account/claim.ts';
import { NOTICE_COMMANDS } from '../account/notice.ts';
import { PASSKEY_COMMANDS } from '../account/passkey.ts';
import { RECOVERY_COMMANDS } from '../account/recovery.ts';
import { SESSION_COMMANDS } from '../account/session.ts';
import { AUDIT_COMMANDS } from '../admin/audit.ts';
import { REPORT_COMMANDS } from '../admin/report.ts';
import { SERVER_STATE_COMMANDS } from '../admin/server-state.ts';
import { STORAGE_USE_COMMANDS } from '../admin/storage-use.ts';
import { WORKSPACE_COMMANDS } from '../admin/workspace.ts';
import { WORKSPACE_INVITE_COMMANDS } from '../admin/workspace-invite.ts';
import { WORKSPACE_PERSON_COMMANDS } from '../admin/workspace-person.ts';
import { WORKSPACE_ROOM_COMMANDS } from '../admin/workspace-room.ts';
import { CONVERSATION_COMMANDS } from '../chat/conversation.ts';
import { CUSTOM_EMOJI_COMMANDS } from '../chat/custom-emoji.ts';
import { DIRECT_COMMANDS } from '../chat/direct.ts';
import { FILE_COMMANDS } from '../chat/file.ts';
import { MENTION_LIST_COMMANDS } from '../chat/mention-list.ts';
import { MESSAGE_COMMANDS } from '../chat/message.ts';
import { PIN_COMMANDS } from '../chat/pin.ts';
import { REACTION_COMMANDS } from '../chat/reaction.ts';
import { READ_COMMANDS } from '../chat/read.ts';
import { RETENTION_COMMANDS } from '../chat/retention.ts';
import { ROOM_COMMANDS } from '../chat/room.ts';
import { ROOM_FILE_COMMANDS } from '../chat/room-file.ts';
import { ROOM_VIEWERS_COMMANDS } from '../chat/room-viewers.ts';
import { SAVED_COMMANDS } from '../chat/saved.ts';
import { TYPING_COMMANDS } from '../chat/typing.ts';
import { SETTING_COMMANDS } from '../core/setting.ts';
import { ACTIVITY_COMMANDS } from '../notifications/activity.ts';
import { NOTIFICATION_SETTINGS_COMMANDS } from '../notifications/notification-settings.ts';
import { PUSH_DEVICE_COMMANDS } from '../notifications/push-device.ts';
import { BLOCK_COMMANDS } from '../people/block.ts';
import { GUEST_COMMANDS } from '../people/guest.ts';
import { INVITE_COMMANDS } from '../people/invite.ts';
import { MEMBER_COMMANDS } from '../people/member.ts';
import { PROFILE_COMMANDS } from '../people/profile.ts';
import { STATUS_COMMANDS } from '../people/status.ts';
import { BOT_COMMANDS } from '../programs/bot.ts';
import { ROOM_PROGRAM_COMMANDS } from '../programs/room-program.ts';
import { TOKEN_COMMANDS } from '../programs/token.ts';
import { WEBHOOK_COMMANDS } from '../programs/webhook.ts';
import { SEARCH_COMMANDS } from '../search/search-messages.ts';

export const COMMANDS = {
  ...ROOM_COMMANDS,
  ...MEMBER_COMMANDS,
  ...DIRECT_COMMANDS,
  ...BLOCK_COMMANDS,
  ...INVITE_COMMANDS,
  ...GUEST_COMMANDS,
  ...MESSAGE_COMMANDS,
  ...MENTION_LIST_COMMANDS,
  ...SEARCH_COMMANDS,
  ...READ_COMMANDS,
  ...CONVERSATION_COMMANDS,
  ...REACTION_COMMANDS,
  ...CUSTOM_EMOJI_COMMANDS,
  ...PIN_COMMANDS,
  ...SAVED_COMMANDS,
  ...RETENTION_COMMANDS,
  ...ROOM_FILE_COMMANDS,
  ...FILE_COMMANDS,
  ...PROFILE_COMMANDS,
  ...STATUS_COMMANDS,
  ...ROOM_VIEWERS_COMMANDS,
  ...TYPING_COMMANDS,
  ...PUSH_DEVICE_COMMANDS,
  ...ACTIVITY_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...NOTICE_COMMANDS,
  ...NOTIFICATION_SETTINGS_COMMANDS,
  ...PASSKEY_COMMANDS,
  ...SESSION_COMMANDS,
  ...TOKEN_COMMANDS,
  ...BOT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...ROOM_PROGRAM_COMMANDS,
  ...RECOVERY_COMMANDS,
  ...CLAIM_COMMANDS,
  ...WORKSPACE_COMMANDS,
  ...WORKSPACE_PERSON_COMMANDS,
  ...WORKSPACE_ROOM_COMMANDS,
  ...WORKSPACE_INVITE_COMMANDS,
  ...SETTING_COMMANDS,
  ...SERVER_STATE_COMMANDS,
  ...STORAGE_USE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...REPORT_COMMANDS,
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
