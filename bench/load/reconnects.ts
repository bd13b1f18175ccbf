import type { RoomState } from '@snug/protocol';
import { WorkQueue } from '@snug/server/limits/work-queue.ts';
import { toLocalAddress } from './client-pool.ts';
import { DIALECTS } from './dialects/dialects.ts';
import { LoadSocket } from './load-socket.ts';
import type { Seat } from './seat.ts';

const CONCURRENCY = 100;
/** The messages that a returning client has missed. */
const MISSED = 20;
/** The ids of its commands, after the event that ends the handshake. */
const [CONNECTED, LIST, ROOM] = [0, 1, 2] as const;

type Position = Record<'seq', number> & Record<'incarnation', string | undefined>;

interface Returned {
  socket: LoadSocket;
  position: Position;
}

/** Clients that read the first page of the list and catch up with their rooms, all after the same cut. */
export class ReturningCrowd {
  readonly #seats: readonly Seat[];
  #positions: Position[] = [];
  #sockets: LoadSocket[] = [];

  constructor(seats: readonly Seat[]) {
    this.#seats = seats;
  }

  /** Resolves when all have returned, with the time in ms. */
  async connect(): Promise<number> {
    const queue = new WorkQueue(CONCURRENCY);
    const started = performance.now();
    const returned = await Promise.all(
      this.#seats.map((seat, index) =>
        queue.run(() => returnOnce(seat, toLocalAddress(index).from, this.#positions[index])),
      ),
    );
    const ms = performance.now() - started;
    this.#sockets = returned.map(({ socket }) => socket);
    this.#positions = returned.map(({ position }) => position);
    return ms;
  }

  disconnect(): void {
    for (const socket of this.#sockets) socket.close();
    this.#sockets = [];
  }
}

/** Without a position, reads the newest page. */
async function returnOnce(
  seat: Seat,
  from: string | undefined,
  position: Position | undefined,
): Promise<Returned> {
  const { room: roomId, port = 0 } = seat;
  const known = position && { since: Math.max(0, position.seq - MISSED), incarnation: position.incarnation };
  const results = new Map<number, PromiseWithResolvers<string>>(
    [CONNECTED, LIST, ROOM].map(id => [id, Promise.withResolvers<string>()]),
  );
  const onText = (payload: Buffer) => {
    const text = payload.toString();
    if (text.includes('"connected"')) results.get(CONNECTED)?.resolve(text);
    const [, id = '', outcome] = /^{"id":(\d),"(ok|error)"/.exec(text) ?? [];
    const result = results.get(Number(id));
    if (outcome === 'ok') result?.resolve(text);
    if (outcome === 'error') result?.reject(new Error(text));
  };
  const onClose = () => {
    for (const { reject } of results.values()) reject(new Error('the server closed the socket'));
  };
  const local = from === undefined ? {} : { from };
  const request = DIALECTS.snug.request(seat, port);
  const socket = await LoadSocket.open({ port, ...local, headers: {}, ...request, onText, onClose });
  const send = (id: number, command: string, input: object) => {
    socket.send(JSON.stringify({ id, command, input }));
    return results.get(id)?.promise;
  };
  await results.get(CONNECTED)?.promise;
  const [, opened = ''] = await Promise.all([
    send(LIST, 'list_rooms', {}),
    send(ROOM, 'open_room', { roomId, ...known }),
  ]);
  const { seq, incarnation } = (JSON.parse(opened) as { ok: RoomState }).ok;
  return { socket, position: { seq, incarnation } };
}
