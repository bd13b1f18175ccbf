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
  extends Pick<ConnectionOptions, 'hub' | 'attendance' | 'dispatch' | 'now' | 'defer' | 'rounds'> {
  read: Db;
  presences: Pick<Presences, 'enter' | 'leave'>;
  epoch: string;
  /** Those of these sessions that have not ended. */
  findStanding: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Calls `run` every `ms` until the returned function is called. */
  repeat: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** How many clients a server that starts can take back in a second without keeping anyone waiting. */
const RETURNS_PER_S = 500;

/** All sockets of this process. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #all = new Set<Connection>();
  /** When sessions ended, for a while: a socket may be on its way in with one that was found just before. */
  readonly #ended = new Map<string, number>();
  readonly #stopHeartbeat: () => void;
  /** One for all of them. */
  readonly #leave = (connection: Connection) => this.#options.presences.leave(connection);

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.repeat(() => void this.#heartbeat(), HEARTBEAT_MS);
  }

  /** Greets a new socket and has it listen to the list of rooms and to its own person. Closes it where the session ended a moment ago. */
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
    this.#all.add(connection);
    connection.listen('rooms');
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
    for (const connection of this.#all) {
      if (connection.sessionId === sessionId) connection.close(CLOSE.signedOut);
    }
  }

  /** The server goes down: tells every browser to come back soon, and a crowd, not to come all at once. */
  close(): void {
    this.#stopHeartbeat();
    // A client takes a random time of up to twice the advice.
    const seconds = Math.floor(this.#all.size / RETURNS_PER_S / 2);
    const reason = seconds > 0 ? adviceIn(seconds) : undefined;
    for (const connection of this.#all) connection.close(CLOSE.restart, reason);
  }

  // The positions are read once for all: a connection that is behind one of them missed an event. Where they cannot
  // be read, the heart beats all the same: a database in trouble is no reason to come back by the thousand.
  async #heartbeat(): Promise<void> {
    await this.#endSessionsThatAreOver().catch(this.#options.onFailure);
    const open = new Set([...this.#all].flatMap(connection => connection.openRooms));
    const seqs = await readPositions(this.#options.read, [...open]).catch(error => {
      this.#options.onFailure(error);
      return new Map<string, number>();
    });
    const saying = heartbeatOf(seqs);
    for (const connection of this.#all) connection.heartbeat(saying);
  }

  // Beside what is told at once: a session may end by its time, or by another program's hand.
  async #endSessionsThatAreOver(): Promise<void> {
    const sessionIds = new Set([...this.#all].map(({ sessionId }) => sessionId));
    const standing = await this.#options.findStanding([...sessionIds]);
    for (const sessionId of sessionIds) if (!standing.has(sessionId)) this.endSession(sessionId);
  }
}
