export { LinkedAccount, ProviderId, SignInOptions } from './account.ts';
export { AUDIT_ACTIONS, type AuditAction, AuditCursor, AuditEntry } from './audit.ts';
export { cleanName } from './clean-name.ts';
export { cleanLines, cleanMessage, cleanText } from './clean-text.ts';
export * from './client-frame.ts';
export * from './command.ts';
export * from './commands.ts';
export {
  AccountDeletion,
  EmailAddress,
  EmailChange,
  ForgottenPassword,
  NEEDS_PASSWORD,
  Password,
  PasswordChange,
  TwoStepBegin,
  TwoStepCode,
  type TwoStepSetup,
  WRONG_PASSWORD,
} from './credentials.ts';
export { HEART, isEmoji } from './emoji.ts';
export * from './errors.ts';
export * from './events.ts';
export {
  FileUpload,
  MessageFile,
  Peaks,
  UploadedFile,
  UploadedMetadata,
} from './file.ts';
export { foldLetters } from './fold-letters.ts';
export * from './frames.ts';
export * from './ids.ts';
export * from './initial-state.ts';
export { Invite, InviteRoom } from './invite.ts';
export * from './limits.ts';
export { hasLink } from './link.ts';
export { Member, MemberCursor } from './member.ts';
export { Membership } from './membership.ts';
export { Mention } from './mention.ts';
export { ListedMention, MentionCursor, MentionRoom } from './mention-list.ts';
export { selectMentions, toMentionText } from './mention-ranges.ts';
export { Message, Reactions } from './message.ts';
export {
  FoldedName,
  findNameStarts,
  findWordStarts,
  foldName,
  matchesName,
  splitNameQuery,
} from './name-words.ts';
export { Notice, type NoticeKind, type WayChange } from './notice.ts';
export { Passkey } from './passkey.ts';
export {
  PasskeyBegin,
  type PasskeyOptions,
  PasskeyRegistration,
  PasskeyRemoval,
  PasskeySignIn,
} from './passkey-requests.ts';
export { Person } from './person.ts';
export { isHugePicture, isPictureType } from './picture.ts';
export { PinCursor } from './pin.ts';
export { Presence } from './presence.ts';
export { PersonName } from './profile.ts';
export { PROVIDER_IDS, PROVIDER_NAMES } from './providers.ts';
export { ReadState } from './read.ts';
export { AccountRecovery, RecoveryState } from './recovery.ts';
export { Reply } from './reply.ts';
export { Report, ReportCursor } from './report.ts';
export { FindCursor, LastMessage, ListCursor, ListedRoom, Room, RoomState } from './room.ts';
export { isRoomEvent } from './room-event.ts';
export { RoomFileKind } from './room-file.ts';
export { ROOM_PROGRAM_COMMANDS, RoomProgram } from './room-program.ts';
export * from './room-row.ts';
export { RoomPeople } from './room-viewers.ts';
export { Reminder, Saved, SavedCursor, SavedMessage } from './saved.ts';
export { isUnspaced, UNSPACED } from './scripts.ts';
export { MAIL_REASONS, MailProblem, type MailReason, ServerNode, ServerState } from './server-state.ts';
export { Session } from './session.ts';
export {
  AUDIENCES,
  type Audience,
  SETTING_NAMES,
  SETTINGS,
  Setting,
  type SettingName,
  type SettingValue,
  SIGN_UP_POLICIES,
  type SignUpPolicy,
  WorkspaceSettings,
} from './setting.ts';
export { SortCursor } from './sort-cursor.ts';
export { FILE_USE_KINDS, type FileUseKind, RoomUse, StorageUse, type Use } from './storage-use.ts';
export { isVisible, plainText } from './text.ts';
export { toReply } from './to-reply.ts';
export { Token, WEBHOOK_PATH } from './token.ts';
export * from './topics.ts';
export * from './version.ts';
export { WEBHOOK_COMMANDS, Webhook, WebhookEvent, WebhookFailure, WebhookProblem } from './webhook.ts';
export { InviteCursor, WorkspaceInvite } from './workspace-invite.ts';
export { WorkspacePerson } from './workspace-person.ts';
export { PrivateRoom, WORKSPACE_ROOM_SORTS, WorkspaceRoom } from './workspace-room.ts';
