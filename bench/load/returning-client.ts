import { Connection } from '@snug/client/connection/connection.ts';
import type { Socket, SocketHandlers } from '@snug/client/environment.ts';
import { RoomStore } from '@snug/client/rooms/room.ts';
import { type Event, isRoomEvent, PROTOCOL_VERSION } from '@snug/protocol';
import { createProgramEnvironment } from '@snug/testkit/program-environment.ts';
import { LoadSocket } from './load-socket.ts';
import type { Seat } from './seat.ts';

/** RFC 6455, 7.4.1: the socket ended without a close frame. */
const ABNORMAL_CLOSURE = 1006;
/** Updates of the room list in other rooms. A browser shows them, but they do not matter here. */
const LIST_FRAMES = ['room_summary', 'list_changed'].map(type => Buffer.from(`{"events":[{"type":"${type}"`));

/** The connection and the room of the real client on a cheap socket, with the requests of a returning page. */
export class ReturningClient {
  readonly seat: Seat;
  readonly #room: RoomStore;
  readonly #connection: Connection;
  #connections = 0;
  #caughtUpAt: number | undefined;

  /** `watched`: the people on the page. */
  constructor(seat: Seat, port: number, from: string | undefined, watched: readonly string[]) {
    this.seat = seat;
    const environment = createProgramEnvironment(handlers => openLoadSocket(seat, port, from, handlers));
    this.#connection = new Connection(environment, seat.name, event => this.#apply(event, watched));
    this.#room = new RoomStore({
      roomId: seat.room,
      environment,
      connection: this.#connection,
      getMe: () => seat.name,
      getTrimmedBefore: () => 0,
      getBlocked: () => new Set(),
      onLogChange: () => (this.#caughtUpAt ??= performance.now()),
      onOpenChange: () => {},
      onRead: () => {},
      onMissing: () => {},
    });
    this.#room.open();
    this.#connection.start();
  }

  /** The number of the connection, from 1, and the time; undefined before. */
  get caughtUp(): { connection: number; at: number } | undefined {
    return this.#caughtUpAt === undefined
      ? undefined
      : { connection: this.#connections, at: this.#caughtUpAt };
  }

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
      this.#room.openAgain();
      // Without a connection, the next one sends them again.
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
