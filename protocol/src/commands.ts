import type * as v from 'valibot';
import { ACCOUNT_COMMANDS } from './account.ts';
import { AUDIT_COMMANDS } from './audit.ts';
import { BLOCK_COMMANDS } from './block.ts';
import { BOT_COMMANDS } from './bot.ts';
import { DIRECT_COMMANDS } from './direct.ts';
import { FILE_COMMANDS } from './file.ts';
import { INVITE_COMMANDS } from './invite.ts';
import { MEMBER_COMMANDS } from './member.ts';
import { MENTION_LIST_COMMANDS } from './mention-list.ts';
import { MESSAGE_COMMANDS } from './message.ts';
import { NOTICE_COMMANDS } from './notice.ts';
import { PASSKEY_COMMANDS } from './passkey.ts';
import { PIN_COMMANDS } from './pin.ts';
import { PROFILE_COMMANDS } from './profile.ts';
import { REACTION_COMMANDS } from './reaction.ts';
import { READ_COMMANDS } from './read.ts';
import { RECOVERY_COMMANDS } from './recovery.ts';
import { REPORT_COMMANDS } from './report.ts';
import { ROOM_COMMANDS } from './room.ts';
import { ROOM_FILE_COMMANDS } from './room-file.ts';
import { ROOM_PROGRAM_COMMANDS } from './room-program.ts';
import { ROOM_VIEWERS_COMMANDS } from './room-viewers.ts';
import { SAVED_COMMANDS } from './saved.ts';
import { SERVER_STATE_COMMANDS } from './server-state.ts';
import { SESSION_COMMANDS } from './session.ts';
import { SETTING_COMMANDS } from './setting.ts';
import { STORAGE_USE_COMMANDS } from './storage-use.ts';
import { TOKEN_COMMANDS } from './token.ts';
import { TYPING_COMMANDS } from './typing.ts';
import { WEBHOOK_COMMANDS } from './webhook.ts';
import { WORKSPACE_COMMANDS } from './workspace.ts';
import { WORKSPACE_INVITE_COMMANDS } from './workspace-invite.ts';
import { WORKSPACE_PERSON_COMMANDS } from './workspace-person.ts';
import { WORKSPACE_ROOM_COMMANDS } from './workspace-room.ts';

export const COMMANDS = {
  ...ROOM_COMMANDS,
  ...MEMBER_COMMANDS,
  ...DIRECT_COMMANDS,
  ...BLOCK_COMMANDS,
  ...INVITE_COMMANDS,
  ...MESSAGE_COMMANDS,
  ...MENTION_LIST_COMMANDS,
  ...READ_COMMANDS,
  ...REACTION_COMMANDS,
  ...PIN_COMMANDS,
  ...SAVED_COMMANDS,
  ...ROOM_FILE_COMMANDS,
  ...FILE_COMMANDS,
  ...PROFILE_COMMANDS,
  ...ROOM_VIEWERS_COMMANDS,
  ...TYPING_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...NOTICE_COMMANDS,
  ...PASSKEY_COMMANDS,
  ...SESSION_COMMANDS,
  ...TOKEN_COMMANDS,
  ...BOT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...ROOM_PROGRAM_COMMANDS,
  ...RECOVERY_COMMANDS,
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
