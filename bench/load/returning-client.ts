import { Connection } from '@snug/client/connection.ts';
import type { Socket, SocketHandlers } from '@snug/client/environment.ts';
import { RoomStore } from '@snug/client/room.ts';
import { type Event, isRoomEvent, PROTOCOL_VERSION } from '@snug/protocol';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { LoadSocket } from './load-socket.ts';
import type { Seat } from './plan.ts';

/** As a code of RFC 6455, 7.4.1: the socket ended without a word. */
const ABNORMAL_CLOSURE = 1006;
/** What a list of rooms shows of others: looked at by a browser, and only in the way here. */
const LIST_FRAMES = ['room_summary', 'list_changed'].map(type => Buffer.from(`{"events":[{"type":"${type}"`));

/**
 * Somebody who comes back by themselves: the connection and the room of the real client, which asks for what a page asks for as it
 * returns, on a socket that takes no time.
 */
export class ReturningClient {
  readonly seat: Seat;
  readonly #room: RoomStore;
  readonly #connection: Connection;
  #connections = 0;
  /** When the room was known again on the last connection; by `performance.now()`. */
  #caughtUpAt: number | undefined;

  /** `watched`: whom the page shows. */
  constructor(seat: Seat, port: number, from: string | undefined, watched: readonly string[]) {
    this.seat = seat;
    const environment = createProgramEnvironment(handlers => openLoadSocket(seat, port, from, handlers));
    this.#connection = new Connection(environment, seat.name);
    this.#room = new RoomStore(seat.room, environment, this.#connection, () => seat.name);
    this.#room.onLogChange = () => (this.#caughtUpAt ??= performance.now());
    this.#connection.onEvent = event => this.#apply(event, watched);
    this.#room.open();
    this.#connection.start();
  }

  /** On which connection it has caught up, counted from 1, and when; undefined while it has not. */
  get caughtUp(): { connection: number; at: number } | undefined {
    return this.#caughtUpAt === undefined
      ? undefined
      : { connection: this.#connections, at: this.#caughtUpAt };
  }

  /** The ids of all messages that it shows, in their order. */
  get shown(): string[] {
    return this.#room.view.get().log?.messages.map(({ id }) => id) ?? [];
  }

  stop(): void {
    this.#connection.stop();
  }

  #apply(event: Event, watched: readonly string[]): void {
    if (event.type === 'connected') {
      this.#connections++;
      this.#caughtUpAt = undefined;
      this.#room.onReconnected();
      // Without a connection, the next one asks again.
      for (const asked of [
        this.#connection.request('watch_list', { on: true }),
        this.#connection.request('watch_rooms', { add: { [this.seat.room]: 0 }, remove: [] }),
        this.#connection.request('list_rooms', {}),
        this.#connection.request('watch_people', { uids: [...watched] }),
      ])
        asked.catch(() => undefined);
    } else if (event.type === 'heartbeat') this.#room.onHeartbeat(event.rooms[this.seat.room] ?? 0);
    else if (isRoomEvent(event)) this.#room.apply(event);
  }
}

function openLoadSocket(
  seat: Seat,
  port: number,
  from: string | undefined,
  handlers: SocketHandlers,
): Socket {
  let isAbandoned = false;
  const socket = LoadSocket.connect({
    port,
    ...(from !== undefined && { from }),
    path: `/api/live?version=${PROTOCOL_VERSION}`,
    headers: { Cookie: seat.key, Origin: `http://127.0.0.1:${port}` },
    onText: payload => {
      const isOfList = LIST_FRAMES.some(start => payload.subarray(0, start.length).equals(start));
      if (!isOfList && !isAbandoned) handlers.onText(payload.toString());
    },
    onClose: () => !isAbandoned && handlers.onClose(ABNORMAL_CLOSURE, ''),
  });
  return {
    send: text => socket.send(text),
    close: () => {
      isAbandoned = true;
      socket.close();
    },
  };
}
