import {
  CLOSE_CODE,
  type Event,
  HEARTBEAT_INTERVAL_MS,
  type Person,
  PROTOCOL_VERSION,
  retryAfterReason,
  sessionTopic,
} from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import type { PresenceTracker } from '../presence/presence-tracker.ts';
import { readPositions } from '../rooms/room-store.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { createHeartbeat } from './heartbeats.ts';
import type { RoomFeed } from './room-feed.ts';

export interface ConnectionRegistryOptions
  extends Pick<
    ConnectionOptions,
    | 'hub'
    | 'roomViewers'
    | 'dispatch'
    | 'resultEncoder'
    | 'sendBufferBudget'
    | 'now'
    | 'defer'
    | 'setTimer'
    | 'writes'
    | 'backgroundWrites'
  > {
  read: Db;
  feed: Pick<RoomFeed, 'expect' | 'getPosition'>;
  presenceTracker: Pick<PresenceTracker, 'enter' | 'leave'>;
  epoch: string;
  /** Those of these sessions that have not ended. */
  findActive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Calls `run` every `ms` until the returned function is called. */
  repeat: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Hearts do not beat all at once: a tenth of them does in each tenth of the time, so that nobody waits for all of them. */
const HEARTBEAT_GROUPS = 10;

/** How many clients a server that starts can take back in a second without keeping anyone waiting. */
const RECONNECTS_PER_S = 500;

/** All sockets of this process. */
export class ConnectionRegistry {
  readonly #options: ConnectionRegistryOptions;
  /** Each with the beat that is its own. */
  readonly #heartbeatGroups = new Map<Connection, number>();
  readonly #stopHeartbeat: () => void;
  #heartbeatCount = 0;
  #accepted = 0;
  /** One for all of them. */
  readonly #onEnd = (connection: Connection) => this.#options.presenceTracker.leave(connection);

  constructor(options: ConnectionRegistryOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.repeat(
      () => void this.#heartbeat(),
      HEARTBEAT_INTERVAL_MS / HEARTBEAT_GROUPS,
    );
  }

  /** Greets a new socket and has it listen to its own person and to the end of its session. */
  accept(me: Person, sessionId: string, transport: ConnectionOptions['transport']): Connection {
    const connection = new Connection({
      ...this.#options,
      uid: me.uid,
      sessionId,
      transport,
      onEnd: this.#onEnd,
    });
    this.#heartbeatGroups.set(connection, this.#accepted++ % HEARTBEAT_GROUPS);
    const subscriptions = [connection.subscribe(sessionTopic(sessionId)), connection.watchPeople([])];
    const { epoch } = this.#options;
    connection.sendNow({
      events: [{ type: 'connected', version: PROTOCOL_VERSION, epoch, me } satisfies Event],
    });
    void this.#markOnline(connection, subscriptions);
    return connection;
  }

  /** A session may have ended before its end could be received here: then nobody enters by it. */
  async #markOnline(connection: Connection, subscriptions: readonly Promise<unknown>[]): Promise<void> {
    const { findActive, presenceTracker, onFailure } = this.#options;
    try {
      await Promise.all(subscriptions);
      const { sessionId } = connection;
      if (!(await findActive([sessionId])).has(sessionId)) connection.close(CLOSE_CODE.unauthenticated);
      if (!connection.isClosed) presenceTracker.enter(connection);
    } catch (error) {
      onFailure(error);
      connection.close(CLOSE_CODE.internal);
    }
  }

  remove(connection: Connection): void {
    this.#heartbeatGroups.delete(connection);
    connection.dispose();
  }

  /** The server goes down: tells every browser to come back soon, and a crowd, not to come all at once. */
  close(): void {
    this.#stopHeartbeat();
    // A client takes a random time of up to twice the advice.
    const seconds = Math.floor(this.#heartbeatGroups.size / RECONNECTS_PER_S / 2);
    const reason = seconds > 0 ? retryAfterReason(seconds) : undefined;
    for (const connection of this.#heartbeatGroups.keys()) connection.close(CLOSE_CODE.restart, reason);
  }

  // The positions are read once for all: a connection that is behind one of them missed an event. Where they cannot
  // be read, the heart beats all the same: a database in trouble is no reason to come back by the thousand.
  async #heartbeat(): Promise<void> {
    const beat = this.#heartbeatCount++ % HEARTBEAT_GROUPS;
    const connections = [...this.#heartbeatGroups].flatMap(([connection, its]) =>
      its === beat ? [connection] : [],
    );
    await this.#closeExpiredSessions(connections).catch(this.#options.onFailure);
    const open = new Set(connections.flatMap(connection => connection.openRooms));
    const seqs = await readPositions(this.#options.read, [...open]).catch(error => {
      this.#options.onFailure(error);
      return new Map<string, number>();
    });
    const createHeartbeatFrame = createHeartbeat(this.#getDeliveredSeqs(seqs));
    for (const connection of connections) connection.heartbeat(createHeartbeatFrame);
  }

  /** What this server itself did not receive yet, its feed reads for everybody: no client has to. */
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

  // Beside what is published: a session may end by its time, or by another program's hand.
  async #closeExpiredSessions(connections: readonly Connection[]): Promise<void> {
    const sessionIds = new Set(connections.map(({ sessionId }) => sessionId));
    const active = await this.#options.findActive([...sessionIds]);
    for (const connection of connections)
      if (!active.has(connection.sessionId)) connection.close(CLOSE_CODE.unauthenticated);
  }
}
