import {
  adviceIn,
  CLOSE,
  type Event,
  HEARTBEAT_MS,
  type Person,
  PROTOCOL_VERSION,
  sessionTopic,
} from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import type { Presences } from '../presence/presence-tracker.ts';
import { readPositions } from '../rooms/room-store.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { heartbeatOf } from './heartbeats.ts';
import type { RoomFeed } from './room-feed.ts';

export interface ConnectionsOptions
  extends Pick<
    ConnectionOptions,
    | 'hub'
    | 'attendance'
    | 'dispatch'
    | 'answers'
    | 'waiting'
    | 'now'
    | 'defer'
    | 'setTimer'
    | 'rounds'
    | 'laterRounds'
  > {
  read: Db;
  feed: Pick<RoomFeed, 'expect' | 'positionOf'>;
  presences: Pick<Presences, 'enter' | 'leave'>;
  epoch: string;
  /** Those of these sessions that have not ended. */
  findStanding: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Calls `run` every `ms` until the returned function is called. */
  repeat: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Hearts do not beat all at once: a tenth of them does in each tenth of the time, so that nobody waits for all of them. */
const BEATS = 10;

/** How many clients a server that starts can take back in a second without keeping anyone waiting. */
const RETURNS_PER_S = 500;

/** All sockets of this process. */
export class Connections {
  readonly #options: ConnectionsOptions;
  /** Each with the beat that is its own. */
  readonly #all = new Map<Connection, number>();
  readonly #stopHeartbeat: () => void;
  #beats = 0;
  #accepted = 0;
  /** One for all of them. */
  readonly #leave = (connection: Connection) => this.#options.presences.leave(connection);

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.repeat(() => void this.#heartbeat(), HEARTBEAT_MS / BEATS);
  }

  /** Greets a new socket and has it listen to its own person and to the end of its session. */
  accept(me: Person, sessionId: string, transport: ConnectionOptions['transport']): Connection {
    const connection = new Connection({
      ...this.#options,
      uid: me.uid,
      sessionId,
      transport,
      onEnd: this.#leave,
    });
    this.#all.set(connection, this.#accepted++ % BEATS);
    const standing = [connection.listen(sessionTopic(sessionId)), connection.watchPeople([])];
    const { epoch } = this.#options;
    connection.sendNow({
      events: [{ type: 'connected', version: PROTOCOL_VERSION, epoch, me } satisfies Event],
    });
    void this.#enter(connection, standing);
    return connection;
  }

  /** A session may have ended before its end could be received here: then nobody enters by it. */
  async #enter(connection: Connection, standing: readonly Promise<unknown>[]): Promise<void> {
    const { findStanding, presences, onFailure } = this.#options;
    try {
      await Promise.all(standing);
      const { sessionId } = connection;
      if (!(await findStanding([sessionId])).has(sessionId)) connection.close(CLOSE.signedOut);
      if (!connection.isClosed) presences.enter(connection);
    } catch (error) {
      onFailure(error);
      connection.close(CLOSE.internal);
    }
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    connection.ended();
  }

  /** The server goes down: tells every browser to come back soon, and a crowd, not to come all at once. */
  close(): void {
    this.#stopHeartbeat();
    // A client takes a random time of up to twice the advice.
    const seconds = Math.floor(this.#all.size / RETURNS_PER_S / 2);
    const reason = seconds > 0 ? adviceIn(seconds) : undefined;
    for (const connection of this.#all.keys()) connection.close(CLOSE.restart, reason);
  }

  // The positions are read once for all: a connection that is behind one of them missed an event. Where they cannot
  // be read, the heart beats all the same: a database in trouble is no reason to come back by the thousand.
  async #heartbeat(): Promise<void> {
    const beat = this.#beats++ % BEATS;
    const connections = [...this.#all].flatMap(([connection, its]) => (its === beat ? [connection] : []));
    await this.#endSessionsThatAreOver(connections).catch(this.#options.onFailure);
    const open = new Set(connections.flatMap(connection => connection.openRooms));
    const seqs = await readPositions(this.#options.read, [...open]).catch(error => {
      this.#options.onFailure(error);
      return new Map<string, number>();
    });
    const saying = heartbeatOf(this.#delivered(seqs));
    for (const connection of connections) connection.heartbeat(saying);
  }

  /** What this server itself did not receive yet, its feed reads for everybody: no client has to. */
  #delivered(seqs: ReadonlyMap<string, number>): Map<string, number> {
    const { feed } = this.#options;
    const delivered = new Map<string, number>();
    for (const [roomId, seq] of seqs) {
      feed.expect(roomId, seq);
      const position = feed.positionOf(roomId);
      if (position !== undefined) delivered.set(roomId, Math.min(seq, position));
    }
    return delivered;
  }

  // Beside what is published: a session may end by its time, or by another program's hand.
  async #endSessionsThatAreOver(connections: readonly Connection[]): Promise<void> {
    const sessionIds = new Set(connections.map(({ sessionId }) => sessionId));
    const standing = await this.#options.findStanding([...sessionIds]);
    for (const connection of connections)
      if (!standing.has(connection.sessionId)) connection.close(CLOSE.signedOut);
  }
}
