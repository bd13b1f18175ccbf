export type { Action } from './actions/action-items.ts';
export { actionKeys } from './actions/action-keys.ts';
export type { ActionEnd, ActionStorage, PersistedAction } from './actions/action-storage.ts';
export type { ActionRequest, Actions } from './actions/actions.ts';
export { newId } from './base/ids.ts';
export { Signal } from './base/signal.ts';
export { Store } from './base/store.ts';
export { Chat } from './chat.ts';
export type { Connection, ConnectionState } from './connection/connection.ts';
export { Inbox, type Pacer } from './connection/inbox.ts';
export { Retry, type RetryOptions } from './connection/retry.ts';
export type { EmojiCopy, EmojiStorage } from './emoji/emoji-storage.ts';
export type { KnownEmoji, ShownEmoji } from './emoji/known-emoji.ts';
export type { WorkspaceEmoji } from './emoji/workspace-emoji.ts';
export type { Environment, Socket, SocketHandlers, UploadTask } from './environment.ts';
export type { ListViewport } from './list/list-follower.ts';
export type { RoomParts } from './list/list-parts.ts';
export { RoomList } from './list/room-list.ts';
export { MAX_LIST_ROWS } from './list/room-list-pages.ts';
export type { HeldUpload, HeldUploads } from './outbox/held-uploads.ts';
export type { MessageContent } from './outbox/outbox.ts';
export type { OutboxItem } from './outbox/outbox-items.ts';
export type {
  BlobLike,
  OutboxStorage,
  PersistedOutboxItem,
  ReplyTarget,
  Upload,
} from './outbox/outbox-storage.ts';
export type { Blocks } from './people/blocks.ts';
export { Invitations } from './people/invitations.ts';
export type { People } from './people/people.ts';
export type { ReadCursors } from './reads/read-cursors.ts';
export { isReadBy } from './reads/rule-r.ts';
export type { Arrival, Arrivals } from './rooms/arrivals.ts';
export { ConversationStore } from './rooms/conversation.ts';
export { trimMessages } from './rooms/drop-trimmed.ts';
export type { Memberships, RoomOptions, RoomOptionsChange } from './rooms/memberships.ts';
export type { RoomStore } from './rooms/room.ts';
export type { CachedRoom, CachedRoomList, RoomCacheStorage } from './rooms/room-cache-storage.ts';
export { includesPlace, type RoomLog, type RoomPlace, type RoomView } from './rooms/room-log.ts';
export type { RoomPeopleStore, RoomPeopleView } from './rooms/room-people.ts';
export type { Trim } from './rooms/trims.ts';
