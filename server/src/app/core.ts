import { CommandError, isRoomEvent, MAX_CATCH_UP_MESSAGES, roomTopic } from '@snug/protocol';
import { AccountMails } from '../account/mails/account-mails.ts';
import { libraryPasswordHash, type PasswordHash } from '../account/passwords/password-hash.ts';
import { PasswordHashQueue } from '../account/passwords/password-hash-queue.ts';
import { PasswordVerifier } from '../account/passwords/password-verifier.ts';
import { Reauthentication } from '../account/reauthentication.ts';
import { findActiveCredentials } from '../account/request-authenticator.ts';
import { SessionCloser } from '../account/session-closer.ts';
import type { SessionEvents } from '../account/session-hooks.ts';
import { type ServerFacts, ServerStateReader } from '../admin/server-state/server-state.ts';
import type { Clock } from '../base/clock.ts';
import { SignedCodes } from '../base/signed-codes.ts';
import { OLDER_CONVERSATIONS_JOB } from '../chat/conversations/older-conversations.ts';
import { UnreadCounts } from '../chat/reads/unread-counts.ts';
import { RoomListReader } from '../chat/rooms/room-list-reader.ts';
import { RoomStateReader } from '../chat/rooms/room-state-reader.ts';
import { isActivity } from '../cluster/bus/activity-messages.ts';
import type { Bus } from '../cluster/bus/bus.ts';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import { Publisher } from '../cluster/bus/publisher.ts';
import type { JobRunner } from '../cluster/jobs/job-runner.ts';
import { createSharedRates } from '../cluster/nodes/rate-store.ts';
import {
  CONVERSATIONS_RELEASE,
  createReleaseRequirement,
  GUESTS_RELEASE,
  RETENTION_RELEASE,
} from '../cluster/nodes/release-requirement.ts';
import type { Services } from '../commands/command-handler.ts';
import { CommandLimits } from '../commands/command-limits.ts';
import { createDispatch, type Dispatch } from '../commands/dispatch.ts';
import {
  createFileServices,
  type FileServices,
  type FileServicesOptions,
} from '../commands/file-services.ts';
import { measureDispatch } from '../commands/measure-dispatch.ts';
import type { SnugMutations } from '../commands/mutations.ts';
import { NameTurns } from '../commands/name-turns.ts';
import { ResultEncoder } from '../commands/result-encoder.ts';
import type { Config } from '../config/config.ts';
import { readEpoch } from '../db/epoch.ts';
import { GroupCommit } from '../db/group-commit.ts';
import { type Publication, SYSTEM_CALLER } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { Store } from '../db/store.ts';
import { Writer } from '../db/writer.ts';
import { measureStorage } from '../files/storage/measured-storage.ts';
import type { UploadBudget } from '../files/upload-admission.ts';
import { Readiness } from '../http/readiness.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { SendBufferBudget } from '../limits/send-buffer-budget.ts';
import { TimedTurns } from '../limits/timed-turns.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { ActivePeople } from '../notifications/notifier/active-people.ts';
import { Notifier } from '../notifications/notifier/notifier.ts';
import type { PushServices } from '../notifications/push-services.ts';
import { InviteLinks } from '../people/invites/invite-links.ts';
import { PresenceTracker } from '../people/presence/presence-tracker.ts';
import { RoomViewers } from '../people/presence/room-viewers.ts';
import { TypingPublisher } from '../people/presence/typing-publisher.ts';
import type { ResolveHost } from '../programs/outbound/resolver.ts';
import { createWebhookServices, type WebhookServices } from '../programs/webhooks/webhook-services.ts';
import { ConnectionRegistry } from '../realtime/connection-registry.ts';
import { createDelivery } from '../realtime/delivery.ts';
import type { RoomFeed, RoomFeedOptions } from '../realtime/room-feed.ts';
import { TokenExpiry } from '../realtime/token-expiry.ts';
import { WriteScheduler } from '../realtime/write-scheduler.ts';
import { type BeginSearch, MessageSearch } from '../search/message-search.ts';
import type { FollowingIndex } from '../search/search-index.ts';
import { readSetting } from '../workspace/settings/settings.ts';
import { type BackgroundJobsOptions, createBackgroundJobs } from './background-jobs.ts';
import { countSent, measureBatches } from './measure-batches.ts';

/** Reads of many rows that start in one turn of the event loop. */
const READS_PER_TURN = 1;
/** Of a turn, for the frames of sockets that send many. */
const HELD_COMMANDS_MS = 1;
/** Of counts of unread messages, if the database is a process of its own. */
const REMOTE_COUNTS = 4;
/** One large frame of all sockets is parsed in this time: parsing one can take as long. */
const LARGE_FRAME_INTERVAL_MS = 10;

export interface CoreOptions {
  store: Pick<Store, 'read' | 'runBatch' | 'epoch' | 'now'>;
  files: Pick<FileServicesOptions, 'storage' | 'folder' | 'diskSpace'>;
  /** Undefined if the files are in the data folder. */
  fileStore?: BackgroundJobsOptions['fileStore'];
  clock: Clock;
  config: Pick<Config, 'fixed' | 'providers' | 'maxFileBytes' | 'quota' | 'rates' | 'outboundAllow'>;
  server: ServerFacts;
  /** Signs the links of invitations and the addresses of webhooks. */
  secret: string;
  onFailure: (error: unknown) => void;
  /** Undefined without a mail server. `origin`: of the links in mails. */
  mail?: { mailer: Pick<Mailer, 'send' | 'sendNow' | 'deliver' | 'problem'>; origin: string } | undefined;
  /** The name of this server, if there may be others on the database. */
  nodeId?: string | undefined;
  passwordHash?: PasswordHash | undefined;
  bus?: Bus;
  /** Undefined if the search in messages is switched off. */
  searchIndex?: FollowingIndex | undefined;
  /** Undefined if pushes are switched off. */
  push?: PushServices | undefined;
  /** Undefined without a `searchIndex`. */
  beginSearch?: BeginSearch | undefined;
  /** Looks up the hosts of outgoing webhooks. */
  resolveHost?: ResolveHost;
  /** Undefined if nobody reads them. */
  metrics?: Metrics | undefined;
  maxCatchUp?: number;
  wrapDispatch?: (dispatch: Dispatch) => Dispatch;
  createFeed?: (options: RoomFeedOptions) => RoomFeed;
}

/** The parts of a server process that several others need. */
export interface Core {
  read: Db;
  writer: Writer<SnugMutations>;
  /** The store's time. */
  now: () => number;
  epoch: string;
  isSearchOff: boolean;
  isPushOff: boolean;
  limits: RateLimits;
  hashes: PasswordHashQueue;
  passwords: PasswordVerifier;
  reauthentication: Reauthentication;
  files: FileServices;
  inviteLinks: InviteLinks;
  webhookCodes: SignedCodes;
  webhooks: WebhookServices;
  sessionCloser: SessionCloser;
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
  /** Ends the mails about missed messages of the person with this code. */
  endMissedMails: (code: string) => Promise<void>;
  roomViewers: RoomViewers;
  active: ActivePeople;
  /** Undefined if pushes are switched off. */
  notifier: Notifier | undefined;
  presenceTracker: PresenceTracker;
  sessionEvents: SessionEvents;
  jobs: JobRunner;
  serverState: ServerStateReader;
  requireNewestRelease: Services['requireNewestRelease'];
  dispatch: Dispatch;
  resultEncoder: ResultEncoder;
  connections: ConnectionRegistry;
  readiness: Readiness;
}

export function createCore(options: CoreOptions): Core {
  const { store, clock, config, secret, mail, nodeId, onFailure } = options;
  const { passwordHash = libraryPasswordHash } = options;
  const bus: Bus = options.bus ?? new LocalBus();
  const { maxCatchUp = MAX_CATCH_UP_MESSAGES, wrapDispatch = identity, metrics } = options;
  const { searchIndex, beginSearch, push } = options;
  const { read, epoch, now } = store;
  const { steadyNow, defer, setTimer, repeat } = clock;

  const sharedRates = nodeId === undefined ? undefined : createSharedRates(read);
  const limits = new RateLimits(config.rates, steadyNow, sharedRates);
  const requireNewestRelease = createReleaseRequirement({ store, nodeId });
  const requireGuests = createReleaseRequirement({ store, nodeId, release: GUESTS_RELEASE });
  const requireRetention = createReleaseRequirement({ store, nodeId, release: RETENTION_RELEASE });
  const hashes = new PasswordHashQueue(limits.isEnabled);
  const passwords = new PasswordVerifier({ passwordHash, limits, hashes });
  const reauthentication = new Reauthentication({ read, now, passwords });
  const inviteLinks = new InviteLinks({ secret, read, now, limits });
  const webhookCodes = new SignedCodes(secret, 'webhook');
  const mailCodes = new SignedCodes(secret, 'mail');

  // Writes: the publisher and the webhooks receive the commits of this process.
  const publisher = new Publisher(bus);
  let recordForWebhooks = (_publications: readonly Publication[]) => {};
  let recordForNotifier = (_publications: readonly Publication[]) => {};
  const writer = new Writer<SnugMutations>({
    runBatch: metrics ? measureBatches(store.runBatch, metrics, steadyNow) : store.runBatch,
    onCommit(publications) {
      if (metrics) countSent(publications, metrics);
      publisher.publishCommitted(publications);
      recordForWebhooks(publications);
      recordForNotifier(publications);
      searchIndex?.follow(listChangedRooms(publications));
    },
    onFailure,
    groupCommit: new GroupCommit({ now: steadyNow, setTimer }),
  });
  const requireConversations = createReleaseRequirement({
    store,
    nodeId,
    release: CONVERSATIONS_RELEASE,
    onMet: () => writer.write('schedule_jobs', SYSTEM_CALLER, { kinds: [OLDER_CONVERSATIONS_JOB] }),
  });
  const webhooks = createWebhookServices({
    read,
    writer,
    now,
    clock,
    secret,
    nodeId,
    allowed: config.outboundAllow,
    resolve: options.resolveHost,
    metrics,
    onFailure,
  });
  recordForWebhooks = publications => webhooks.deliverer.record(publications);
  const presenceTracker = createPresenceTracker({ writer, nodeId, setTimer, onFailure });
  const sessionCloser = new SessionCloser(clock, publisher.publish);
  const endMissedMails = async (code: string) => {
    const caller = { uid: mailCodes.toId(code) };
    try {
      await writer.write('set_notification_settings', caller, { mail: 'never' });
    } catch (error) {
      // Nobody has this code any more.
      if (!(error instanceof CommandError && error.code === 'unauthenticated')) throw error;
    }
  };
  const mails = mail && new AccountMails({ ...mail, read, fixed: config.fixed, writer, limits, onFailure });
  const { storage } = options.files;
  const files = createFileServices({
    ...options.files,
    storage: metrics ? measureStorage(storage, metrics) : storage,
    metrics,
    maxBytes: config.maxFileBytes,
    quota: config.quota,
    budget: createUploadBudget(limits),
    read,
    writer,
    now,
    onFailure,
  });
  const readName = () => readSetting(read, config.fixed, 'workspace_name');
  const jobs = createBackgroundJobs({
    read,
    writer,
    files,
    clock,
    now,
    nodeId,
    metrics,
    missedMails: mail && { ...mail, codes: mailCodes, epoch, readName },
    searchIndex,
    push,
    fileStore: options.fileStore,
    fixed: config.fixed,
    onFailure,
  });
  const { diskSpace } = options.files;
  const { mailer } = mail ?? {};
  const serverState = new ServerStateReader({
    ...options.server,
    read,
    now,
    diskSpace,
    jobs,
    bus,
    mailer,
    searchIndex,
    pushSender: push?.sender,
  });

  // Reads and events.
  const concurrency = nodeId === undefined ? 1 : REMOTE_COUNTS;
  const counts = new UnreadCounts({ read, limits, publish: publisher.publish, defer, concurrency });
  const roomStates = new RoomStateReader({ read, counts, maxCatchUp, setTimer });
  const { createFeed } = options;
  const { hub, feed, start, checkGuest } = createDelivery({
    read,
    now,
    bus,
    roomStates,
    clock,
    metrics,
    onFailure,
    createFeed,
  });
  const roomViewers = new RoomViewers({
    publish: publications => hub.publish(publications),
    announce: announcement => bus.announce(announcement),
    setTimer,
  });

  const active = new ActivePeople({ announce: announcement => bus.announce(announcement), setTimer });
  const isAlone = nodeId === undefined;
  const busyNow = () => performance.eventLoopUtilization().active;
  const notifier =
    push && new Notifier({ read, writer, push, active, epoch, now, clock, busyNow, isAlone, onFailure });
  if (notifier) recordForNotifier = publications => notifier.record(publications);

  // Commands and sockets.
  const services: Services = {
    read,
    writer,
    now,
    epoch,
    roomViewers,
    typing: new TypingPublisher({ roomViewers, limits, publish: publisher.publish }),
    files,
    sessionCloser,
    reauthentication,
    mails,
    counts,
    roomList: new RoomListReader(read, counts),
    roomStates,
    search: beginSearch && new MessageSearch(beginSearch),
    push,
    requireNewestRelease,
    requireConversations,
    requireGuests,
    requireRetention,
    admitConversation: uid => limits.takeShared('conversations', uid),
    nameTurns: new NameTurns(defer),
    inviteLinks,
    webhookCodes,
    webhooks,
    serverState,
    fixedSettings: config.fixed,
    providers: config.providers,
  };
  const commandLimits = new CommandLimits(limits, roomId => hub.countSubscribers(roomTopic(roomId)));
  const readTurns = new TurnScheduler(READS_PER_TURN, defer);
  const plainDispatch = createDispatch(services, commandLimits, onFailure, readTurns);
  const dispatch = wrapDispatch(metrics ? measureDispatch(plainDispatch, metrics, steadyNow) : plainDispatch);
  const resultEncoder = new ResultEncoder({ limits, onFailure });
  const connections = new ConnectionRegistry({
    hub,
    roomViewers,
    active,
    dispatch,
    resultEncoder,
    sendBufferBudget: new SendBufferBudget(),
    read,
    feed,
    findActive: ids => findActiveCredentials(read, ids, now()),
    presenceTracker,
    tokenExpiry: new TokenExpiry(now, setTimer),
    checkGuest,
    epoch,
    maxFileBytes: config.maxFileBytes,
    isSearchOff: searchIndex === undefined,
    isPushOff: push === undefined,
    now: steadyNow,
    defer,
    setTimer,
    repeat,
    heldCommands: new TimedTurns({ maxMs: HELD_COMMANDS_MS, now: steadyNow, defer }),
    largeFrames: new TurnScheduler(1, run => void setTimer(run, LARGE_FRAME_INTERVAL_MS)),
    writes: new WriteScheduler({ now: steadyNow, defer, setTimer }),
    backgroundWrites: new WriteScheduler({ now: steadyNow, defer, setTimer }),
    metrics,
    onFailure,
  });
  start(connections, {
    receive(node, announcement) {
      if (isActivity(announcement)) active.receive(node, announcement);
      else roomViewers.receive(node, announcement);
    },
    refresh() {
      roomViewers.refresh();
      active.refresh();
    },
  });
  return {
    read,
    epoch,
    isSearchOff: searchIndex === undefined,
    isPushOff: push === undefined,
    now,
    writer,
    limits,
    hashes,
    passwords,
    reauthentication,
    files,
    inviteLinks,
    endMissedMails,
    webhookCodes,
    webhooks,
    sessionCloser,
    mails,
    roomViewers,
    active,
    notifier,
    presenceTracker,
    sessionEvents: createSessionEvents(presenceTracker, sessionCloser, writer, metrics),
    jobs,
    serverState,
    requireNewestRelease,
    dispatch,
    resultEncoder,
    connections,
    readiness: new Readiness([() => readEpoch(read)]),
  };
}

function identity<Value>(value: Value): Value {
  return value;
}

function createPresenceTracker({
  writer,
  nodeId,
  setTimer,
  onFailure,
}: Pick<Core, 'writer'> &
  Pick<CoreOptions, 'nodeId' | 'onFailure'> &
  Pick<Clock, 'setTimer'>): PresenceTracker {
  return new PresenceTracker({
    write: changes => writer.write('set_presences', SYSTEM_CALLER, { changes, nodeId }),
    writeAllOffline: async () => {
      if (nodeId === undefined) await writer.write('set_all_offline', SYSTEM_CALLER, undefined);
    },
    setTimer,
    onFailure,
  });
}

/** The rooms whose logs a commit continued. */
function listChangedRooms(publications: readonly Publication[]): string[] {
  return [...new Set(publications.flatMap(({ event }) => (isRoomEvent(event) ? [event.roomId] : [])))];
}

function createUploadBudget(limits: RateLimits): UploadBudget {
  return {
    take: (uid, bytes) => limits.takeShared('upload_bytes', uid, bytes),
    giveBack: (uid, bytes) => limits.refundShared('upload_bytes', uid, bytes),
  };
}

/** A person is offline before they sign in, and before they are signed out. */
function createSessionEvents(
  presenceTracker: PresenceTracker,
  sessionCloser: SessionCloser,
  writer: Writer<SnugMutations>,
  metrics: Metrics | undefined,
): SessionEvents {
  return {
    async onStarted({ userId }) {
      metrics?.signIns.inc({ outcome: 'succeeded' });
      await writer.write('index_people', SYSTEM_CALLER, { uids: [userId] });
      await presenceTracker.signIn(userId);
    },
    onDirectoryRole: async (uid, admin) => {
      await writer.write('follow_directory', SYSTEM_CALLER, { uid, admin });
    },
    onEnding: ({ userId, id }) => presenceTracker.signOut(userId, id),
    onEnded: ({ userId, id }, isReplaced) => {
      if (isReplaced) sessionCloser.closeReplaced([id]);
      else sessionCloser.close([id]);
      // Repeated for a connection that came in between.
      return presenceTracker.signOut(userId, id);
    },
  };
}
