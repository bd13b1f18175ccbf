import {
  CLOSE_CODE,
  type Event,
  GUESTS_TOPIC,
  HEARTBEAT_INTERVAL_MS,
  type Person,
  PROTOCOL_VERSION,
  personTopic,
  retryAfterReason,
  selfTopic,
  sessionTopic,
  type Topic,
} from '@snug/protocol';
import { readPositions } from '../chat/rooms/room-access-store.ts';
import type { TokenScope } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { PresenceTracker } from '../people/presence/presence-tracker.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { createHeartbeat } from './heartbeats.ts';
import type { RoomFeed } from './room-feed.ts';
import type { TokenExpiry } from './token-expiry.ts';

export interface ConnectionRegistryOptions
  extends Pick<
    ConnectionOptions,
    | 'hub'
    | 'roomViewers'
    | 'active'
    | 'dispatch'
    | 'resultEncoder'
    | 'sendBufferBudget'
    | 'now'
    | 'defer'
    | 'setTimer'
    | 'heldCommands'
    | 'largeFrames'
    | 'writes'
    | 'backgroundWrites'
    | 'metrics'
  > {
  read: Db;
  feed: Pick<RoomFeed, 'expect' | 'getPosition'>;
  presenceTracker: Pick<PresenceTracker, 'enter' | 'leave'>;
  epoch: string;
  maxFileBytes: number;
  isSearchOff: boolean;
  isPushOff: boolean;
  findActive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  repeat: (run: () => void, ms: number) => () => void;
  tokenExpiry: Pick<TokenExpiry, 'add' | 'remove'>;
  /** Closes the connection of a guest who may not read one of its rooms any more. */
  checkGuest: (connection: Connection) => void;
  onFailure: (error: unknown) => void;
}

/** Groups in tenths of the interval, so that no event waits for the heartbeats of all connections. */
const HEARTBEAT_GROUPS = 10;

/** A starting server accepts this rate of clients without delaying any of them. */
const RECONNECTS_PER_S = 500;

/** Connections that close gradually do so in groups, one per interval. */
const WAVE_INTERVAL_MS = 100;
const FINISH_TIMEOUT_MS = 1_000;

/** New connections wait this long for others to check their sessions together, in ms. */
const SESSION_CHECK_DELAY_MS = 50;

interface SessionCheck {
  sessionIds: Set<string>;
  active: Promise<ReadonlySet<string>>;
}

export class ConnectionRegistry {
  readonly #options: ConnectionRegistryOptions;
  readonly #heartbeatGroups = new Map<Connection, number>();
  readonly #stopHeartbeat: () => void;
  #sessionCheck: SessionCheck | undefined;
  #heartbeatCount = 0;
  #accepted = 0;
  #isClosing = false;
  readonly #onEnd = (connection: Connection) => this.#options.presenceTracker.leave(connection);

  constructor(options: ConnectionRegistryOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.repeat(
      () => void this.#heartbeat(),
      HEARTBEAT_INTERVAL_MS / HEARTBEAT_GROUPS,
    );
  }

  /** `scope`: of an access token, whose id takes the place of a session's. `guestUntil`: the end of the access of a guest. */
  accept(
    me: Person,
    sessionId: string,
    transport: ConnectionOptions['transport'],
    { scope, guestUntil }: { scope?: TokenScope | undefined; guestUntil?: number | undefined } = {},
  ): Connection {
    const connection = new Connection({
      ...this.#options,
      uid: me.uid,
      guest: me.guest === true,
      sessionId,
      scope,
      transport,
      onEnd: this.#onEnd,
    });
    this.#heartbeatGroups.set(connection, this.#accepted++ % HEARTBEAT_GROUPS);
    const workspace = me.guest ? GUESTS_TOPIC : 'workspace';
    const topics: Topic[] = [sessionTopic(sessionId), personTopic(me.uid), workspace];
    // Its events are about all rooms of the person.
    if (!scope?.roomIds) topics.push(selfTopic(me.uid));
    const subscribed = Promise.all(topics.map(topic => connection.subscribe(topic)));
    connection.holdCommandsUntil(subscribed);
    const { epoch, maxFileBytes, isSearchOff, isPushOff } = this.#options;
    const connected = {
      type: 'connected',
      version: PROTOCOL_VERSION,
      epoch,
      me,
      maxFileBytes,
      ...(isSearchOff && { isSearchOff }),
      ...(isPushOff && { isPushOff }),
    } satisfies Event;
    connection.sendNow({ events: [connected] });
    void this.#markOnline(connection, subscribed);
    const endsAt = scope?.expiresAt ?? guestUntil;
    if (endsAt !== undefined) this.#options.tokenExpiry.add(connection, endsAt);
    return connection;
  }

  /** A session may end before this connection subscribes to its end: then the person does not come online. */
  async #markOnline(connection: Connection, subscribed: Promise<unknown>): Promise<void> {
    const { presenceTracker, onFailure } = this.#options;
    try {
      await subscribed;
      const { sessionId } = connection;
      if (!(await this.#isActive(sessionId))) return await endWithSession(connection);
      if (!connection.isClosed) presenceTracker.enter(connection);
    } catch (error) {
      onFailure(error);
      connection.close(CLOSE_CODE.internal);
    }
  }

  /** After a restart thousands of connections are checked within a second: those of a moment share one read. */
  async #isActive(sessionId: string): Promise<boolean> {
    const check = (this.#sessionCheck ??= this.#scheduleSessionCheck());
    check.sessionIds.add(sessionId);
    return (await check.active).has(sessionId);
  }

  #scheduleSessionCheck(): SessionCheck {
    const { findActive, setTimer } = this.#options;
    const { promise: active, resolve } = Promise.withResolvers<ReadonlySet<string>>();
    const check: SessionCheck = { sessionIds: new Set(), active };
    setTimer(() => {
      this.#sessionCheck = undefined;
      resolve(findActive([...check.sessionIds]));
    }, SESSION_CHECK_DELAY_MS);
    return check;
  }

  list(): Connection[] {
    return [...this.#heartbeatGroups.keys()];
  }

  remove(connection: Connection): void {
    this.#heartbeatGroups.delete(connection);
    this.#options.tokenExpiry.remove(connection);
    connection.dispose();
  }

  get size(): number {
    return this.#heartbeatGroups.size;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** At most `perSecond`, each after the results of its running commands. Resolves when all are closed, or after a timeout. */
  async closeGradually(perSecond: number): Promise<void> {
    this.#isClosing = true;
    const connections = [...this.#heartbeatGroups.keys()];
    const perWave = Math.ceil((perSecond * WAVE_INTERVAL_MS) / 1_000);
    // At a bounded rate, other servers accept the clients immediately.
    const reason = perSecond === Number.POSITIVE_INFINITY ? this.#getRetryReason() : undefined;
    const finished: Promise<void>[] = [];
    for (;;) {
      const wave = connections.splice(0, perWave);
      finished.push(...wave.map(connection => connection.finish(CLOSE_CODE.restart, reason)));
      if (connections.length === 0) break;
      await this.#sleep(WAVE_INTERVAL_MS);
    }
    await Promise.race([Promise.all(finished), this.#sleep(FINISH_TIMEOUT_MS)]);
  }

  close(): void {
    this.#isClosing = true;
    this.#stopHeartbeat();
    this.disconnectAll();
  }

  disconnectAll(): void {
    const reason = this.#getRetryReason();
    for (const connection of this.#heartbeatGroups.keys()) connection.close(CLOSE_CODE.restart, reason);
  }

  /** Clients reconnect soon; many clients spread their attempts. */
  #getRetryReason(): string | undefined {
    // A client waits for a random time of up to twice this value.
    const seconds = Math.floor(this.size / RECONNECTS_PER_S / 2);
    return seconds > 0 ? retryAfterReason(seconds) : undefined;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.#options.setTimer(resolve, ms));
  }

  // Connections behind a position missed an event. After a failed read, the heartbeat continues: a database failure must not
  // make thousands of clients reconnect.
  async #heartbeat(): Promise<void> {
    const beat = this.#heartbeatCount++ % HEARTBEAT_GROUPS;
    const connections = [...this.#heartbeatGroups].flatMap(([connection, group]) =>
      group === beat ? [connection] : [],
    );
    await this.#closeExpiredSessions(connections).catch(this.#options.onFailure);
    const followed = new Set(connections.flatMap(connection => connection.followedRooms));
    const seqs = await readPositions(this.#options.read, [...followed]).catch(error => {
      this.#options.onFailure(error);
      return new Map<string, number>();
    });
    const createHeartbeatFrame = createHeartbeat(this.#getDeliveredSeqs(seqs));
    for (const connection of connections) {
      connection.heartbeat(createHeartbeatFrame);
      // An event of a room that the connection does not follow may have ended access to another one.
      if (connection.guest) this.#options.checkGuest(connection);
    }
  }

  /** If this server is behind a position, its feed reads the missing events for all clients. */
  #getDeliveredSeqs(seqs: ReadonlyMap<string, number>): Map<string, number> {
    const { feed } = this.#options;
    const delivered = new Map<string, number>();
    for (const [roomId, seq] of seqs) {
      feed.expect(roomId, seq);
      const position = feed.getPosition(roomId);
      if (position !== undefined) delivered.set(roomId, Math.min(seq, position));
    }
    return delivered;
  }

  /** Closes the connections of ended sessions. Rejects if the database does not respond. */
  closeEndedSessions(): Promise<void> {
    return this.#closeExpiredSessions(this.list());
  }

  // A session may end without an event: by its expiry, or by another process.
  async #closeExpiredSessions(connections: readonly Connection[]): Promise<void> {
    const sessionIds = new Set(connections.map(({ sessionId }) => sessionId));
    const active = await this.#options.findActive([...sessionIds]);
    for (const connection of connections)
      if (!active.has(connection.sessionId)) void endWithSession(connection);
  }
}

/** The command that ended the session may be one of this connection, whose result leaves first. Its subscriptions end at once. */
function endWithSession(connection: Connection): Promise<void> {
  connection.endSubscriptions();
  return connection.finish(CLOSE_CODE.unauthenticated);
}
