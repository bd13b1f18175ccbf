import { type Event, summaryTopic } from '@snug/protocol';
import type { Clock } from '../base/clock.ts';
import { accessRooms } from '../chat/rooms/access.ts';
import { findReaders, readPosition, readPositions } from '../chat/rooms/room-access-store.ts';
import type { RoomStateReader } from '../chat/rooms/room-state-reader.ts';
import { SummaryPublisher } from '../chat/rooms/summary-publisher.ts';
import type { Announcement, Bus } from '../cluster/bus/bus.ts';
import type { Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { listBans } from '../people/members/bans.ts';
import { selectKnown } from '../people/profiles/acquaintance-store.ts';
import { AccessCheck } from './access-check.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { DeliveryGate } from './delivery-gate.ts';
import { GuestAccess } from './guest-access.ts';
import { GuestGate } from './guest-gate.ts';
import { HeadCheck } from './head-check.ts';
import { Hub } from './hub.ts';
import { Resync } from './resync.ts';
import { RoomFeed, type RoomFeedOptions } from './room-feed.ts';

export interface DeliveryOptions {
  read: Db;
  now: () => number;
  bus: Bus;
  roomStates: Pick<RoomStateReader, 'readSince'>;
  clock: Pick<Clock, 'steadyNow' | 'setTimer'>;
  metrics?: Pick<Metrics, 'feedRepairs'> | undefined;
  onFailure: (error: unknown) => void;
  createFeed?: ((options: RoomFeedOptions) => RoomFeed) | undefined;
}

export interface NodeReceiver {
  receive(node: string, announcement: Announcement): void;
  refresh(): void;
}

/** From the bus to the sockets of this server: the feed orders events, then the hub and the summaries receive them. */
export function createDelivery(options: DeliveryOptions) {
  const { read, bus, roomStates, clock, metrics, onFailure, createFeed = createRoomFeed } = options;
  const { setTimer } = clock;
  const feed: RoomFeed = createFeed({
    bus,
    readPosition: async roomId => (await readPosition(read, roomId))?.seq,
    findReaders: (roomId, uids) => findReaders(read, roomId, uids, options.now()),
    readSince: (roomId, since) => roomStates.readSince(roomId, since),
    recheckAccess: roomId => accessCheck.checkRoom(roomId),
    deliver: publications => gate.deliver(publications),
    setTimer,
    metrics,
    onFailure,
  });
  const guestGate = new GuestGate({
    findKnown: (guest, uids) => selectKnown(read, guest, uids),
    setTimer,
    onFailure,
  });
  const hub = new Hub(feed, guestGate);
  let disconnectAll = () => {};
  const gate = new DeliveryGate({
    deliver(publications) {
      for (const part of splitAfterAccessEnds(publications)) {
        hub.publish(part);
        for (const publication of part) {
          summaries.record(publication.event);
          guestAccess.apply(publication);
          applyAccess(hub, publication.event);
        }
      }
    },
    onOverflow: () => disconnectAll(),
    setTimer,
    onFailure,
  });
  const accessCheck = createAccessCheck(options, hub);
  const guestAccess = new GuestAccess({ hub, checkAccess: accessCheck.checkSubscriber, onFailure });
  const summaries = createSummaries(options, hub);
  const start = (connections: ConnectionRegistry, nodeReceiver: NodeReceiver) => {
    disconnectAll = () => connections.disconnectAll();
    startReceiving(options, { feed, gate, summaries, accessCheck, connections, nodeReceiver });
  };
  return { hub, feed, start, checkGuest: guestAccess.check };
}

function createRoomFeed(options: RoomFeedOptions): RoomFeed {
  return new RoomFeed(options);
}

/** Events that a person must not receive can follow the end of their access in the same batch. */
function splitAfterAccessEnds(publications: readonly Publication[]): (readonly Publication[])[] {
  const ends = publications.flatMap(({ event }, index) => (endsAccess(event) ? [index + 1] : []));
  const starts = [0, ...ends];
  return starts
    .map((start, index) => publications.slice(start, ends[index]))
    .filter(({ length }) => length > 0);
}

function endsAccess(event: Event): boolean {
  return event.type === 'room_deleted' || (event.type === 'member_changed' && !event.canRead);
}

/** After the event itself, which reports the end of access to its person. */
function applyAccess(hub: Hub, event: Event): void {
  if (event.type === 'room_deleted') hub.endAccess(event.roomId);
  if (event.type !== 'member_changed') return;
  if (!event.canRead) hub.endAccess(event.roomId, event.uid);
  hub.setBanned(event.roomId, event.uid, !event.canRead);
}

function createAccessCheck({ read, now }: DeliveryOptions, hub: Hub): AccessCheck {
  return new AccessCheck({
    hub,
    findReaders: (roomId, uids) => findReaders(read, roomId, uids, now()),
    findReadable: async (uid, roomIds) => {
      const readable = await accessRooms(read, { uid, now: now() }, roomIds);
      return new Set(readable.keys());
    },
    findBans: uid => listBans(read, uid, now()),
  });
}

/** Each server creates summaries from the events that it delivers, for its own sockets. */
function createSummaries(
  { read, now: storeNow, clock, onFailure }: DeliveryOptions,
  hub: Hub,
): SummaryPublisher {
  const publish = (publications: readonly Publication[]) => hub.publish(publications);
  const { hasSubscribers } = hub;
  const { steadyNow: now, setTimer } = clock;
  const endUnreadable = async (roomIds: readonly string[]) => {
    for (const roomId of roomIds) {
      const uids = new Set(hub.listSubscribers(summaryTopic(roomId)).map(({ uid }) => uid));
      const readers = await findReaders(read, roomId, [...uids], storeNow());
      for (const uid of uids) if (!readers.has(uid)) hub.endAccess(roomId, uid);
    }
  };
  const endOldBans = async (roomIds: readonly string[]) => {
    const banned = hub.listSubscribers('list').filter(each => each.bannedRooms.select(roomIds).length > 0);
    for (const roomId of banned.length > 0 ? roomIds : []) {
      const some = banned.filter(each => each.bannedRooms.select([roomId]).length > 0);
      const readers = await findReaders(read, roomId, [...new Set(some.map(({ uid }) => uid))], storeNow());
      for (const { uid, bannedRooms } of some)
        if (readers.has(uid)) await bannedRooms.read(() => listBans(read, uid, storeNow()));
    }
  };
  return new SummaryPublisher({
    read,
    publish,
    hasSubscribers,
    endUnreadable,
    endOldBans,
    now,
    setTimer,
    onFailure,
  });
}

interface Receivers {
  feed: RoomFeed;
  gate: DeliveryGate;
  summaries: SummaryPublisher;
  accessCheck: AccessCheck;
  connections: ConnectionRegistry;
  nodeReceiver: NodeReceiver;
}

function startReceiving(
  { read, bus, clock, onFailure }: DeliveryOptions,
  { feed, gate, summaries, accessCheck, connections, nodeReceiver }: Receivers,
): void {
  const { setTimer } = clock;
  const headCheck = new HeadCheck({
    feed,
    readPositions: roomIds => readPositions(read, roomIds),
    setTimer,
    onFailure,
  });
  const resync = new Resync({
    listConnections: () => connections.list(),
    checkAccess: accessCheck.checkSubscriber,
    setTimer,
    onFailure,
  });
  const checkSessions = createSessionCheck(connections);
  /** The summary of an open room follows when the feed has filled the gap. */
  const recordGap = (roomId: string, seq: number) => {
    if (feed.getPosition(roomId) === undefined) summaries.recordGap(roomId, seq);
  };
  bus.start({
    deliver: publications => feed.deliver(publications),
    hint(roomId, seq) {
      feed.hint(roomId, seq);
      recordGap(roomId, seq);
    },
    expect(roomId, seq) {
      feed.expect(roomId, seq);
      recordGap(roomId, seq);
    },
    onPossibleLoss: () => headCheck.request(),
    onGap() {
      // The end of a session may be among the lost publications.
      void gate.holdUntil(() => connections.closeEndedSessions());
      headCheck.request();
      resync.start();
      nodeReceiver.refresh();
    },
    onSilence: () => void checkSessions(),
    onAnnouncement: (node, announcement) => nodeReceiver.receive(node, announcement),
  });
}

/** While nothing arrives, the ends of sessions do not. Failures are repeated soon, and each heartbeat reports them. */
function createSessionCheck(
  connections: Pick<ConnectionRegistry, 'closeEndedSessions'>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= connections
      .closeEndedSessions()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      }));
}
