import { MAX_CATCH_UP_MESSAGES, roomTopic } from '@snug/protocol';
import { findActiveCredentials } from '../account/active-credentials.ts';
import { AccountMails } from '../account/mails/account-mails.ts';
import { createProofs, type ProofsOptions } from '../account/proofs.ts';
import { SessionCloser } from '../account/session-closer.ts';
import type { SessionEvents } from '../account/session-hooks.ts';
import { type ServerFacts, ServerStateReader } from '../admin/server-state/server-state.ts';
import type { Clock } from '../base/clock.ts';
import { SignedCodes } from '../base/signed-codes.ts';
import { UnreadCounts } from '../chat/reads/unread-counts.ts';
import { RoomListReader } from '../chat/rooms/room-list-reader.ts';
import { RoomStateReader } from '../chat/rooms/room-state-reader.ts';
import type { Bus } from '../cluster/bus/bus.ts';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import { Publisher } from '../cluster/bus/publisher.ts';
import { createSharedRates } from '../cluster/nodes/rate-store.ts';
import { createReleaseRequirement } from '../cluster/nodes/release-requirement.ts';
import type { Services } from '../commands/command-handler.ts';
import { CommandLimits } from '../commands/command-limits.ts';
import { createDispatch, type Dispatch } from '../commands/dispatch.ts';
import {
  createFileServices,
  type FileServices,
  type FileServicesOptions,
} from '../commands/file-services.ts';
import type { SnugMutations } from '../commands/mutations.ts';
import { NameTurns } from '../commands/name-turns.ts';
import { ResultEncoder } from '../commands/result-encoder.ts';
import type { Config } from '../config/config.ts';
import { readEpoch } from '../db/epoch.ts';
import { GroupCommit } from '../db/group-commit.ts';
import type { Store } from '../db/store.ts';
import { Writer } from '../db/writer.ts';
import type { UploadBudget } from '../files/upload-admission.ts';
import { Readiness } from '../http/readiness.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { SendBufferBudget } from '../limits/send-buffer-budget.ts';
import { TurnScheduler } from '../limits/turn-scheduler.ts';
import type { Mailer } from '../mail/mailer.ts';
import { InviteLinks } from '../people/invites/invite-links.ts';
import { PresenceTracker } from '../people/presence/presence-tracker.ts';
import { RoomViewers } from '../people/presence/room-viewers.ts';
import { TypingPublisher } from '../people/presence/typing-publisher.ts';
import type { ResolveHost } from '../programs/outbound/resolver.ts';
import { createWebhookServices } from '../programs/webhooks/webhook-services.ts';
import { ConnectionRegistry } from '../realtime/connection-registry.ts';
import { createDelivery } from '../realtime/delivery.ts';
import type { Hub } from '../realtime/hub.ts';
import type { RoomFeed, RoomFeedOptions } from '../realtime/room-feed.ts';
import { TokenExpiry } from '../realtime/token-expiry.ts';
import { WriteScheduler } from '../realtime/write-scheduler.ts';
import { createBackgroundJobs } from './background-jobs.ts';

const SYSTEM_CALLER = { uid: '' };

/** Reads of many rows that start in one turn of the event loop. */
const READS_PER_TURN = 4;
/** Of counts of unread messages, if the database is a process of its own. */
const REMOTE_COUNTS = 4;
/** One large frame of all sockets is parsed in this time: parsing one can take as long. */
const LARGE_FRAME_INTERVAL_MS = 10;

export interface CoreOptions extends Pick<ProofsOptions, 'passwordHash'> {
  store: Pick<Store, 'read' | 'runBatch' | 'epoch' | 'now'>;
  files: Pick<FileServicesOptions, 'storage' | 'folder' | 'diskSpace'>;
  clock: Clock;
  config: Pick<Config, 'fixed' | 'providers' | 'maxFileBytes' | 'quota' | 'rates' | 'outboundAllow'>;
  server: ServerFacts;
  /** Signs the links of invitations and the addresses of webhooks. */
  secret: string;
  onFailure: (error: unknown) => void;
  /** Undefined without a mail server. `origin`: of the links in mails. */
  mail?: { mailer: Pick<Mailer, 'send' | 'sendNow' | 'problem'>; origin: string } | undefined;
  /** The name of this server, if there may be others on the database. */
  nodeId?: string | undefined;
  bus?: Bus;
  /** Looks up the hosts of outgoing webhooks. */
  resolveHost?: ResolveHost;
  maxCatchUp?: number;
  wrapDispatch?: (dispatch: Dispatch) => Dispatch;
  createFeed?: (options: RoomFeedOptions) => RoomFeed;
}

export type Core = ReturnType<typeof createCore>;

export function createCore(options: CoreOptions) {
  const { store, clock, config, onFailure, mail, bus = new LocalBus(), wrapDispatch = identity } = options;
  const { read, epoch, now } = store;
  const limits = createLimits(options);
  const resultEncoder = new ResultEncoder({ limits, onFailure });
  const publisher = new Publisher(bus);
  const reads = createReads(options, publisher, limits);
  const { hub, feed, start } = createDelivery({ ...options, read, now, bus, ...reads });
  const roomViewers = createRoomViewers(options, hub, bus);
  const { writer, webhooks } = createWriter(options, publisher);
  const presenceTracker = createPresenceTracker(options, writer);
  const files = createFiles(options, writer, limits);
  const sessionCloser = new SessionCloser(clock, publisher.publish);
  const mails = mail && new AccountMails({ ...mail, read, writer, limits, onFailure });
  const codes = createCodes(options, limits);
  const jobs = createBackgroundJobs({ ...options, read, now, writer, files });
  const serverState = new ServerStateReader({ ...options.server, ...options.files, ...store, ...mail, jobs });
  const domains = { files, serverState, ...codes, webhooks, ...createProofs(options, limits) };
  const shared = { read, epoch, now, sessionCloser, mails, writer, roomViewers, ...domains };
  const requirements = createRequirements(options, limits);
  const services: Services = {
    ...shared,
    typing: new TypingPublisher({ roomViewers, limits, publish: publisher.publish }),
    ...reads,
    nameTurns: new NameTurns(clock.defer),
    ...requirements,
    providers: config.providers,
    fixedSettings: config.fixed,
  };
  const dispatch = wrapDispatch(createCommands(options, services, limits, hub));
  const connections = new ConnectionRegistry({
    hub,
    roomViewers,
    dispatch,
    resultEncoder,
    sendBufferBudget: new SendBufferBudget(),
    read,
    feed,
    findActive: ids => findActiveCredentials(read, ids, now()),
    presenceTracker,
    tokenExpiry: new TokenExpiry(now, clock.setTimer),
    epoch,
    maxFileBytes: config.maxFileBytes,
    ...createTiming(clock),
    onFailure,
  });
  start(connections, roomViewers);
  return {
    ...shared,
    ...requirements,
    readiness: new Readiness([() => readEpoch(read)]),
    presenceTracker,
    dispatch,
    resultEncoder,
    connections,
    limits,
    jobs,
    sessionEvents: createSessionEvents(presenceTracker, sessionCloser, writer),
  };
}

/** For addresses that the server creates. */
function createCodes({ store: { read, now }, secret }: CoreOptions, limits: RateLimits) {
  return {
    inviteLinks: new InviteLinks({ secret, read, now, limits }),
    webhookCodes: new SignedCodes(secret, 'webhook'),
  };
}

function createRequirements(
  options: CoreOptions,
  limits: RateLimits,
): Pick<Services, 'admitConversation' | 'requireNewestRelease'> {
  return {
    requireNewestRelease: createReleaseRequirement(options),
    admitConversation: uid => limits.takeShared('conversations', uid),
  };
}

function identity<Value>(value: Value): Value {
  return value;
}

/** Both publish the commits of this process. */
function createWriter(options: CoreOptions, publisher: Publisher) {
  const { store, clock, config, onFailure, resolveHost: resolve } = options;
  const writer: Writer<SnugMutations> = new Writer({
    runBatch: store.runBatch,
    onCommit(publications) {
      publisher.publishCommitted(publications);
      webhooks.deliverer.record(publications);
    },
    onFailure,
    groupCommit: new GroupCommit({ now: clock.steadyNow, setTimer: clock.setTimer }),
  });
  const allowed = config.outboundAllow;
  const webhooks = createWebhookServices({ ...options, ...store, writer, allowed, resolve });
  return { writer, webhooks };
}

function createCommands(
  { clock, onFailure }: CoreOptions,
  services: Services,
  limits: RateLimits,
  hub: Hub,
): Dispatch {
  const commandLimits = new CommandLimits(limits, roomId => hub.countSubscribers(roomTopic(roomId)));
  const turns = new TurnScheduler(READS_PER_TURN, clock.defer);
  return createDispatch(services, commandLimits, onFailure, turns);
}

function createLimits({ store, config, clock, nodeId }: CoreOptions): RateLimits {
  const shared = nodeId === undefined ? undefined : createSharedRates(store.read);
  return new RateLimits(config.rates, clock.steadyNow, shared);
}

function createRoomViewers({ clock }: CoreOptions, hub: Hub, bus: Bus): RoomViewers {
  return new RoomViewers({
    publish: publications => hub.publish(publications),
    announce: announcement => bus.announce(announcement),
    setTimer: clock.setTimer,
  });
}

function createPresenceTracker(
  { clock, nodeId, onFailure }: CoreOptions,
  writer: Writer<SnugMutations>,
): PresenceTracker {
  return new PresenceTracker({
    write: changes => writer.write('set_presences', SYSTEM_CALLER, { changes, nodeId }),
    writeAllOffline: async () => {
      if (nodeId === undefined) await writer.write('set_all_offline', SYSTEM_CALLER, undefined);
    },
    setTimer: clock.setTimer,
    onFailure,
  });
}

function createFiles(
  { store, config, files, onFailure }: CoreOptions,
  writer: Writer<SnugMutations>,
  limits: RateLimits,
): FileServices {
  const { read, now } = store;
  const { quota, maxFileBytes: maxBytes } = config;
  const budget: UploadBudget = {
    take: (uid, bytes) => limits.takeShared('upload_bytes', uid, bytes),
    giveBack: (uid, bytes) => limits.refundShared('upload_bytes', uid, bytes),
  };
  return createFileServices({ ...files, maxBytes, quota, budget, read, writer, now, onFailure });
}

/** Both show the counts of unread messages. */
function createReads(
  { store: { read }, clock: { defer, setTimer }, nodeId, maxCatchUp = MAX_CATCH_UP_MESSAGES }: CoreOptions,
  { publish }: Publisher,
  limits: RateLimits,
): Pick<Services, 'counts' | 'roomList'> & { roomStates: RoomStateReader } {
  const concurrency = nodeId === undefined ? 1 : REMOTE_COUNTS;
  const counts = new UnreadCounts({ read, limits, publish, defer, concurrency });
  const roomStates = new RoomStateReader({ read, counts, maxCatchUp, setTimer });
  return { counts, roomList: new RoomListReader(read, counts), roomStates };
}

function createTiming({ steadyNow: now, defer, setTimer, repeat }: Clock) {
  const createWriteScheduler = () => new WriteScheduler({ now, defer, setTimer });
  return {
    now,
    defer,
    setTimer,
    repeat,
    largeFrames: new TurnScheduler(1, run => void setTimer(run, LARGE_FRAME_INTERVAL_MS)),
    writes: createWriteScheduler(),
    backgroundWrites: createWriteScheduler(),
  };
}

/** A person is offline before they sign in, and before they are signed out. */
function createSessionEvents(
  presenceTracker: PresenceTracker,
  sessionCloser: SessionCloser,
  writer: Writer<SnugMutations>,
): SessionEvents {
  return {
    async onStarted({ userId }) {
      await writer.write('index_people', SYSTEM_CALLER, { uids: [userId] });
      await presenceTracker.signIn(userId);
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
