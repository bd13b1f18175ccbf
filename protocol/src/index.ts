export { LinkedAccount, ProviderId, SignInOptions } from './account/account.ts';
export { AccountClaim, ClaimState } from './account/claim.ts';
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
} from './account/credentials.ts';
export { Notice, type NoticeKind, type WayChange } from './account/notice.ts';
export { Passkey } from './account/passkey.ts';
export {
  PasskeyBegin,
  type PasskeyOptions,
  PasskeyRegistration,
  PasskeyRemoval,
  PasskeySignIn,
} from './account/passkey-requests.ts';
export { PROVIDER_IDS, PROVIDER_NAMES } from './account/providers.ts';
export { AccountRecovery, RecoveryState } from './account/recovery.ts';
export { Session } from './account/session.ts';
export { AUDIT_ACTIONS, type AuditAction, AuditCursor, AuditEntry } from './admin/audit.ts';
export { Report, ReportCursor } from './admin/report.ts';
export {
  BrokerState,
  Checkup,
  MAIL_REASONS,
  MailProblem,
  type MailReason,
  ServerNode,
  ServerState,
  STORE_REASONS,
  StoreProblem,
  type StoreReason,
} from './admin/server-state.ts';
export { FILE_USE_KINDS, type FileUseKind, RoomUse, StorageUse, type Use } from './admin/storage-use.ts';
export { InviteCursor, WorkspaceInvite } from './admin/workspace-invite.ts';
export { WorkspacePerson } from './admin/workspace-person.ts';
export { PrivateRoom, WorkspaceRoom } from './admin/workspace-room.ts';
export { ConversationCursor, type ConversationRef, ListedConversation } from './chat/conversation.ts';
export { AddedEmoji, CustomEmoji, EmojiName } from './chat/custom-emoji.ts';
export {
  cleanFileName,
  FileUpload,
  MessageFile,
  Peaks,
  UploadedFile,
  UploadedMetadata,
} from './chat/file.ts';
export { Mention } from './chat/mention.ts';
export { ListedMention, MentionCursor, MentionRoom } from './chat/mention-list.ts';
export { selectMentions, toMentionText } from './chat/mention-ranges.ts';
export { Message, Reactions, ReplyCounts } from './chat/message.ts';
export { isHugePicture, isPictureType } from './chat/picture.ts';
export { PinCursor } from './chat/pin.ts';
export { ReadState } from './chat/read.ts';
export { Reply } from './chat/reply.ts';
export {
  daysAt,
  describeRetention,
  Retention,
  type RetentionChange,
  type RetentionState,
  toShorter,
} from './chat/retention.ts';
export { FindCursor, LastMessage, ListCursor, ListedRoom, Room, RoomState } from './chat/room.ts';
export { RoomFileKind } from './chat/room-file.ts';
export * from './chat/room-row.ts';
export { RoomPeople } from './chat/room-viewers.ts';
export { Reminder, Saved, SavedCursor, SavedMessage } from './chat/saved.ts';
export { toReply } from './chat/to-reply.ts';
export { createAccentStyles } from './core/accent.ts';
export * from './core/command.ts';
export * from './core/errors.ts';
export * from './core/ids.ts';
export * from './core/limits.ts';
export {
  AUDIENCES,
  type Audience,
  DEFAULT_LOOK,
  SETTING_NAMES,
  SETTINGS,
  Setting,
  type SettingName,
  type SettingValue,
  SIGN_UP_POLICIES,
  type SignUpPolicy,
  WorkspaceSettings,
} from './core/setting.ts';
export { SortCursor } from './core/sort-cursor.ts';
export * from './core/version.ts';
export {
  type ItemBlock,
  type ListItem,
  type ParagraphBlock,
  parseBlocks,
  type TextBlock,
} from './formatting/blocks.ts';
export type { Inline, Link, MentionPart } from './formatting/inline.ts';
export { parseAddress, splitLinks } from './formatting/links.ts';
export { parseMentionBlocks } from './formatting/mention-text.ts';
export { findNamedLinks } from './formatting/named-links.ts';
export { type TextMention, toTextMentions } from './formatting/text-mention.ts';
export { EMOJI_MARK, MARKED_NAME, readMarkedWords, readWords } from './formatting/words.ts';
export * from './frames/client-frame.ts';
export * from './frames/commands.ts';
export * from './frames/events.ts';
export * from './frames/frames.ts';
export * from './frames/initial-state.ts';
export { isRoomEvent } from './frames/room-event.ts';
export * from './frames/topics.ts';
export { AlertWordIndex, isAlertWord, MIN_ALERT_LETTERS, toAlertKeys } from './notifications/alert-words.ts';
export {
  DEFAULT_NOTIFICATION_SETTINGS,
  NotificationSettings,
} from './notifications/notification-settings.ts';
export { PushDevice, PushFailure, PushProblem } from './notifications/push-device.ts';
export {
  PUSH_VERSION,
  type PushHead,
  type PushLine,
  type PushNotice,
  type PushPayload,
} from './notifications/push-payload.ts';
export {
  ALL_NIGHTS,
  DEFAULT_QUIET_HOURS,
  endOfQuiet,
  isPaused,
  isQuiet,
  type Night,
  type QuietHours,
  type QuietTimes,
} from './notifications/quiet-hours.ts';
export { isTimeZone, UNKNOWN_TIME_ZONE } from './notifications/time-zone.ts';
export { Invite, InviteRoom } from './people/invite.ts';
export { Member, MemberCursor } from './people/member.ts';
export { Membership, NotificationLevel } from './people/membership.ts';
export { Person } from './people/person.ts';
export { Presence, Status } from './people/presence.ts';
export { PersonName } from './people/profile.ts';
export { RoomProgram } from './programs/room-program.ts';
export { Token, WEBHOOK_PATH } from './programs/token.ts';
export {
  Webhook,
  WebhookEvent,
  WebhookFailure,
  WebhookProblem,
} from './programs/webhook.ts';
export { SearchCursor, SearchPart } from './search/search-messages.ts';
export { listTerms, TERMS_VERSION } from './search/search-terms.ts';
export {
  type Hit,
  haveWords,
  listTermChoices,
  parseSearchWords,
  SearchedText,
  type SearchWord,
  type SearchWords,
  type TermChoice,
  toPlainQuotes,
} from './search/search-words.ts';
export { cleanName } from './text/clean-name.ts';
export { cleanLines, cleanMessage, cleanText } from './text/clean-text.ts';
export {
  findEmojiNames,
  getEmojiPath,
  HEART,
  isEmoji,
  isEmojiName,
  parseEmojiReaction,
  toEmojiReaction,
} from './text/emoji.ts';
export { foldLetters } from './text/fold-letters.ts';
export { hasLink } from './text/link.ts';
export {
  FoldedName,
  findNameStarts,
  findWordStarts,
  foldName,
  matchesName,
  splitNameQuery,
} from './text/name-words.ts';
export { isUnspaced } from './text/scripts.ts';
export { isVisible, plainText } from './text/text.ts';
