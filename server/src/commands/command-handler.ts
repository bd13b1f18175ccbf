import type { CommandInput, CommandName, CommandOutput, Event, ProviderId, Topic } from '@snug/protocol';
import type { AccountMails } from '../account/mails/account-mails.ts';
import type { Reauthentication } from '../account/reauthentication.ts';
import type { SessionCloser } from '../account/session-closer.ts';
import type { ServerStateReader } from '../admin/server-state/server-state.ts';
import type { SignedCodes } from '../base/signed-codes.ts';
import type { UnreadCounts } from '../chat/reads/unread-counts.ts';
import type { RoomListReader } from '../chat/rooms/room-list-reader.ts';
import type { RoomStateReader } from '../chat/rooms/room-state-reader.ts';
import type { Caller } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import type { PushServices } from '../notifications/push-services.ts';
import type { InviteLinks } from '../people/invites/invite-links.ts';
import type { RoomViewers } from '../people/presence/room-viewers.ts';
import type { TypingPublisher } from '../people/presence/typing-publisher.ts';
import type { WebhookServices } from '../programs/webhooks/webhook-services.ts';
import type { MessageSearch } from '../search/message-search.ts';
import type { FixedSettings } from '../workspace/settings/settings.ts';
import type { FileServices } from './file-services.ts';
import type { SnugMutations } from './mutations.ts';
import type { NameTurns } from './name-turns.ts';

export interface CommandSubscriber {
  /**
   * Callers read and check access after it resolves. The returned function unsubscribes, unless a later call requested the
   * topic again. Rejects with a `CommandError` if the subscriber has too many topics.
   */
  subscribe(topic: Topic): Promise<() => void>;
  unsubscribe(topic: Topic): void;
  /** Replaces the watched people; the subscriber's own person always remains. Resolves like `subscribe`. */
  watchPeople(uids: readonly string[]): Promise<void>;
  /** Resolves like `subscribe`. Rejects with a `CommandError` if that would be too many, and then adds none. */
  watchRooms(add: readonly string[], remove: readonly string[]): Promise<void>;
  /** Events of `list` leave out the rooms from which the subscriber is banned. Until they are read for the first time, the subscriber receives no such events. */
  leaveOutBannedRooms(readRoomIds: () => Promise<ReadonlySet<string>>): Promise<void>;
  /** Whether its person is looking at the page. */
  setActive(isActive: boolean): void;
  /** Sends events to this subscriber only. They leave after the result. */
  sendEvents(events: readonly Event[]): void;
}

/** `subscriber` is set if the command came over a socket. */
export interface CommandCaller extends Caller {
  guest: boolean;
  /** Of a session, or of an access token. */
  sessionId: string;
  /** The network address. Undefined for a caller that proves nothing. */
  address?: string | undefined;
  subscriber?: CommandSubscriber;
  /** Aborts when nobody waits for the result any more. */
  signal?: AbortSignal | undefined;
}

/** `now`: the store's time when the command began. */
export interface HandlerCaller extends CommandCaller {
  now: number;
}

/** `read` sees all changes that `writer` has resolved. */
export interface Services {
  read: Db;
  writer: MutationWriter<SnugMutations>;
  roomViewers: Pick<RoomViewers, 'list' | 'count'>;
  typing: Pick<TypingPublisher, 'publish'>;
  files: FileServices;
  sessionCloser: Pick<SessionCloser, 'closeAfterResult'>;
  reauthentication: Pick<Reauthentication, 'confirm'>;
  /** Undefined without a mail server. */
  mails: Pick<AccountMails, 'notify' | 'sendTest'> | undefined;
  now: () => number;
  /** Of the database's history. */
  epoch: string;
  /** Of unread messages. */
  counts: Pick<UnreadCounts, 'read' | 'readMoved'>;
  roomList: Pick<RoomListReader, 'list'>;
  /** Rejects with `unavailable` while servers of an earlier release run, which do not check what is new in this one. */
  requireNewestRelease: () => Promise<void>;
  /** In the same way, those that know nothing of followed conversations. */
  requireConversations: () => Promise<void>;
  /** Like `requireNewestRelease`, for guests: an earlier release would show them everything. */
  requireGuests: () => Promise<void>;
  /** In the same way, for rules of how long messages stay: an earlier release would show and keep what is removed. */
  requireRetention: () => Promise<void>;
  /** Rejects with `rate_limited` if the person has started too many new conversations. */
  admitConversation: (uid: string) => Promise<void>;
  roomStates: Pick<RoomStateReader, 'read'>;
  /** Undefined if it is switched off. */
  search: Pick<MessageSearch, 'search'> | undefined;
  /** Undefined if they are switched off. */
  push: Pick<PushServices, 'key' | 'origin' | 'sender' | 'topics' | 'check'> | undefined;
  nameTurns: Pick<NameTurns, 'begin'>;
  inviteLinks: Pick<InviteLinks, 'find' | 'present'>;
  webhookCodes: Pick<SignedCodes, 'toCode'>;
  webhooks: WebhookServices;
  serverState: Pick<ServerStateReader, 'read'>;
  fixedSettings: FixedSettings;
  providers: readonly { id: ProviderId; name: string }[];
}

/** Performs a command with checked input. Rejects with a `CommandError`. */
export type Handler<Name extends CommandName> = (
  services: Services,
  caller: HandlerCaller,
  input: CommandInput<Name>,
) => Promise<CommandOutput<Name>>;

export type Handlers<Name extends CommandName = CommandName> = { [Key in Name]: Handler<Key> };
