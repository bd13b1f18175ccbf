import {
  adviceIn,
  CLOSE,
  type Event,
  HEARTBEAT_MS,
  type Person,
  PROTOCOL_VERSION,
  SILENCE_MS,
} from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import type { Presences } from '../presence/presences.ts';
import { readPositions } from '../rooms/room-store.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { heartbeatOf } from './heartbeats.ts';

export interface ConnectionsOptions
  extends Pick<
    ConnectionOptions,
    'hub' | 'attendance' | 'dispatch' | 'answers' | 'waiting' | 'now' | 'defer' | 'rounds' | 'laterRounds'
  > {
  read: Db;
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
  /** When sessions ended, for a while: a socket may be on its way in with one that was found just before. */
  readonly #ended = new Map<string, number>();
  readonly #stopHeartbeat: () => void;
  #beats = 0;
  #accepted = 0;
  /** One for all of them. */
  readonly #leave = (connection: Connection) => this.#options.presences.leave(connection);

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.repeat(() => void this.#heartbeat(), HEARTBEAT_MS / BEATS);
  }

  /** Greets a new socket and has it listen to its own person. Closes it where the session ended a moment ago. */
  accept(me: Person, sessionId: string, transport: ConnectionOptions['transport']): Connection {
    const connection = new Connection({
      ...this.#options,
      uid: me.uid,
      sessionId,
      transport,
      onEnd: this.#leave,
    });
    if (this.#ended.has(sessionId)) {
      connection.close(CLOSE.signedOut);
      return connection;
    }
    this.#all.set(connection, this.#accepted++ % BEATS);
    connection.watchPeople([]);
    const { epoch } = this.#options;
    connection.sendNow({
      events: [{ type: 'connected', version: PROTOCOL_VERSION, epoch, me } satisfies Event],
    });
    this.#options.presences.enter(connection);
    return connection;
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    connection.ended();
  }

  /** The session has ended: its sockets hear nothing more. */
  endSession(sessionId: string): void {
    const now = this.#options.now();
    for (const [id, at] of this.#ended) if (now - at > SILENCE_MS) this.#ended.delete(id);
    this.#ended.set(sessionId, now);
    for (const connection of this.#all.keys()) {
      if (connection.sessionId === sessionId) connection.close(CLOSE.signedOut);
    }
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
    const saying = heartbeatOf(seqs);
    for (const connection of connections) connection.heartbeat(saying);
  }

  // Beside what is told at once: a session may end by its time, or by another program's hand.
  async #endSessionsThatAreOver(connections: readonly Connection[]): Promise<void> {
    const sessionIds = new Set(connections.map(({ sessionId }) => sessionId));
    const standing = await this.#options.findStanding([...sessionIds]);
    for (const sessionId of sessionIds) if (!standing.has(sessionId)) this.endSession(sessionId);
  }
}
