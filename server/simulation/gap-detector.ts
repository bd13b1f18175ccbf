import type { Event } from '@snug/protocol';
import { isRoomEvent } from '@snug/protocol';

interface RoomProgress {
  /** The last seq that this connection received; undefined until the room is read. */
  last: number | undefined;
  /** The last seq of an event that this connection received. */
  lastEvent: number;
  /** The steps that arrived before the room was read. */
  early: [from: number, to: number][];
}

/** Throws if events of a room after its `open_room` overlap, or have a gap that `room_caught_up` does not fill. */
export class GapDetector {
  readonly #opening = new Map<number, string>();
  readonly #rooms = new Map<string, RoomProgress>();
  readonly #uid: string;
  /** How often the client caught up with a room that it had open. */
  catchUps = 0;

  /** `uid`: of the client's person. */
  constructor(uid: string) {
    this.#uid = uid;
  }

  onClientFrame(text: string): void {
    const { id, command, input } = JSON.parse(text) as {
      id: number;
      command: string;
      input: { roomId: string };
    };
    if (command === 'catch_up' && this.#rooms.get(input.roomId)?.last !== undefined) this.catchUps++;
    if (command === 'close_room') this.#rooms.delete(input.roomId);
    if (command !== 'open_room') return;
    this.#opening.set(id, input.roomId);
    // The server may have ended an earlier subscription.
    this.#rooms.set(input.roomId, { last: undefined, lastEvent: 0, early: [] });
  }

  onServerFrame(text: string): void {
    const frame = JSON.parse(text) as { id: number; ok?: { seq: number } } | { events: Event[] };
    if ('events' in frame) for (const event of frame.events) this.#onEvent(event);
    else this.#onResult(frame.id, frame.ok?.seq);
  }

  #onResult(id: number, seq: number | undefined): void {
    const room = this.#rooms.get(this.#opening.get(id) ?? '');
    this.#opening.delete(id);
    if (!room || seq === undefined) return;
    room.last = Math.max(seq, room.last ?? 0);
    for (const [from, to] of room.early) this.#advance(room, from, to);
    room.early = [];
  }

  #onEvent(event: Event): void {
    const isBridge = event.type === 'room_caught_up';
    if (!isBridge && !isRoomEvent(event)) return;
    const room = this.#rooms.get(event.roomId);
    if (!room) return;
    const [from, to] = isBridge ? [event.from, event.to] : [event.seq - 1, event.seq];
    if (from < room.lastEvent)
      throw new Error(`events out of order: ${from + 1} to ${to} after ${room.lastEvent}`);
    room.lastEvent = to;
    if (room.last === undefined) room.early.push([from, to]);
    else this.#advance(room, from, to);
    // The server has ended the subscription. The room can be opened again.
    if (event.type === 'member_changed' && event.uid === this.#uid && !event.canRead)
      this.#rooms.delete(event.roomId);
  }

  #advance(room: RoomProgress, from: number, to: number): void {
    if (room.last === undefined) return;
    if (from > room.last) throw new Error(`event ${to} came after ${room.last}, with a gap between them`);
    room.last = Math.max(room.last, to);
  }
}
