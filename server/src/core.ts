import { MAX_CATCH_UP, roomTopic, sessionTopic } from '@snug/protocol';
import { accountSweeps } from './accounts/account-sweeps.ts';
import type { SessionEvents } from './accounts/session-hooks.ts';
import { findStanding } from './accounts/session-store.ts';
import type { Clock } from './clock.ts';
import type { Services } from './commands/command-handler.ts';
import { CommandLimits } from './commands/command-limits.ts';
import { createDispatch, type Dispatch } from './commands/dispatch.ts';
import type { SnugMutations } from './commands/mutations.ts';
import { Answers } from './commands/result-encoder.ts';
import { Gathering } from './db/group-commit.ts';
import type { Publication } from './db/mutation.ts';
import type { Store } from './db/store.ts';
import { Writer } from './db/writer.ts';
import { createFileServices, type FileServices, type FileServicesOptions } from './files/file-services.ts';
import { fileSweep } from './files/file-sweep.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { Limits } from './limits/rate-limits.ts';
import { WaitingBytes } from './limits/send-buffer-budget.ts';
import { Turns } from './limits/turn-scheduler.ts';
import { Presences } from './presence/presence-tracker.ts';
import { Attendance } from './presence/room-viewers.ts';
import { type Bus, LocalBus } from './realtime/bus.ts';
import { Connections } from './realtime/connection-registry.ts';
import { Hub } from './realtime/hub.ts';
import { Publisher } from './realtime/publisher.ts';
import { RoomFeed, type RoomFeedOptions } from './realtime/room-feed.ts';
import { Rounds } from './realtime/write-scheduler.ts';
import { RoomStates } from './rooms/room-state-reader.ts';
import { readPosition } from './rooms/room-store.ts';
import { RoomSummaries } from './rooms/summary-publisher.ts';
import type { Settings } from './settings.ts';

/** So many reads of many rows begin in one turn of the event loop. */
const READS_A_TURN = 4;

export interface CoreOptions {
  store: Pick<Store, 'read' | 'runBatch' | 'epoch' | 'now'>;
  /** Where the bytes of files are, and those of uploads under way. */
  files: Pick<FileServicesOptions, 'storage' | 'folder' | 'diskSpace'>;
  clock: Clock;
  settings: Pick<Settings, 'providers' | 'quota' | 'rates'>;
  onFailure: (error: unknown) => void;
  bus?: Bus;
  /** Most changes of a room in one catch-up. */
  maxCatchUp?: number;
  /** Puts something before all commands. */
  wrapDispatch?: (dispatch: Dispatch) => Dispatch;
  /** Puts something in the place of the feed. */
  createFeed?: (options: RoomFeedOptions) => RoomFeed;
}

export type Core = ReturnType<typeof createCore>;

/** Everything behind the routes: who is connected, what commands do, and what a commit leads to. */
export function createCore(options: CoreOptions) {
  const { store, clock, settings, onFailure, bus = new LocalBus(), wrapDispatch = same } = options;
  const { read, epoch, now } = store;
  const limits = new Limits(settings.rates, clock.steadyNow);
  const answers = new Answers({ limits, onFailure });
  const publisher = new Publisher(bus);
  const roomStates = createRoomStates(options);
  const { hub, feed } = createDelivery(options, bus, roomStates);
  const attendance = new Attendance({ publish: publisher.publish, setTimer: clock.setTimer });
  const writer = createWriter(options, publisher);
  const presences = createPresences(options, writer);
  const files = createFiles(options, writer);
  // After this turn, in which the answer to whoever asked for it leaves.
  const endSessions = (ids: readonly string[]) => clock.defer(() => publisher.publish(ids.map(sessionEnded)));
  const services: Services = {
    read,
    writer,
    files,
    attendance,
    now,
    roomStates,
    providers: settings.providers,
    endSessions,
  };
  const commandLimits = new CommandLimits(limits, roomId => hub.count(roomTopic(roomId)));
  const dispatch = wrapDispatch(
    createDispatch(services, commandLimits, onFailure, new Turns(READS_A_TURN, clock.defer)),
  );
  const connections = new Connections({
    hub,
    attendance,
    dispatch,
    answers,
    waiting: new WaitingBytes(),
    read,
    feed,
    findStanding: sessionIds => findStanding(read, sessionIds, now()),
    presences,
    epoch,
    ...createTiming(clock),
    onFailure,
  });
  const jobs = createJobs(options, writer, files);
  const onSession = toSessions(presences, publisher);
  return {
    now,
    epoch,
    read,
    writer,
    files,
    presences,
    dispatch,
    answers,
    connections,
    limits,
    jobs,
    onSession,
  };
}

function feedOf(options: RoomFeedOptions): RoomFeed {
  return new RoomFeed(options);
}

function same<Value>(value: Value): Value {
  return value;
}

function createWriter({ store, clock, onFailure }: CoreOptions, publisher: Publisher): Writer<SnugMutations> {
  return new Writer({
    runBatch: store.runBatch,
    onCommit: publisher.publish,
    onFailure,
    gathering: new Gathering({ now: clock.steadyNow, setTimer: clock.setTimer }),
  });
}

/** From the bus to the sockets of this server: its feed puts events in order, then they go to the hub and into summaries. */
function createDelivery(options: CoreOptions, bus: Bus, roomStates: RoomStates) {
  const { store, clock, onFailure, createFeed = feedOf } = options;
  const { read } = store;
  const { steadyNow, setTimer } = clock;
  const feed: RoomFeed = createFeed({
    bus,
    readPosition: async roomId => (await readPosition(read, roomId))?.seq,
    readSince: (roomId, since) => roomStates.readSince(roomId, since),
    deliver(publications) {
      hub.publish(publications);
      for (const { event } of publications) summaries.note(event);
    },
    setTimer,
    onFailure,
  });
  const hub = new Hub(feed);
  // Each server summarizes what it delivers, for its own sockets.
  const publish = (publications: readonly Publication[]) => hub.publish(publications);
  const { isHeard } = hub;
  const summaries = new RoomSummaries({ read, publish, isHeard, now: steadyNow, setTimer, onFailure });
  bus.start(feed);
  return { hub, feed };
}

function createPresences({ clock, onFailure }: CoreOptions, writer: Writer<SnugMutations>): Presences {
  return new Presences({
    write: (uid, state) => writer.write('set_presence', { uid }, { state }),
    writeEnd: () => writer.write('end_presence', { uid: '' }, undefined),
    setTimer: clock.setTimer,
    onFailure,
  });
}

function createFiles({ store, settings, files, onFailure }: CoreOptions, writer: Writer<SnugMutations>) {
  const { read, now } = store;
  return createFileServices({ ...files, quota: settings.quota, read, writer, now, onFailure });
}

function createJobs(
  { store, clock, onFailure }: CoreOptions,
  writer: Writer<SnugMutations>,
  { removal }: FileServices,
): JobRunner {
  const { read, now } = store;
  const kinds = [fileSweep({ read, writer, removal }), ...accountSweeps(writer)];
  return new JobRunner({ kinds, read, writer, now, repeat: clock.repeat, onFailure });
}

function createRoomStates({ store, clock, maxCatchUp = MAX_CATCH_UP }: CoreOptions): RoomStates {
  return new RoomStates({ read: store.read, maxCatchUp, setTimer: clock.setTimer });
}

/** By what connections know when to write. */
function createTiming({ steadyNow: now, defer, setTimer, repeat }: Clock) {
  const createRounds = () => new Rounds({ now, defer, setTimer });
  return { now, defer, setTimer, repeat, rounds: createRounds(), laterRounds: createRounds() };
}

function sessionEnded(sessionId: string): Publication {
  return { topic: sessionTopic(sessionId), event: { type: 'session_ended' } };
}

/** A person is offline before they sign in, and before they are signed out. */
function toSessions(presences: Presences, publisher: Publisher): SessionEvents {
  return {
    begun: ({ userId }) => presences.signIn(userId),
    ending: ({ userId, id }) => presences.signOut(userId, id),
    ended: ({ userId, id }) => {
      publisher.publish([sessionEnded(id)]);
      // Once more, for a connection that came in between.
      return presences.signOut(userId, id);
    },
  };
}
