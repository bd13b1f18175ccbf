import { type Event, isRoomEvent, type Message, type RoomEvent, type RoomState } from '@snug/protocol';
import { stable } from '@snug/testkit/compare.ts';

/** What one connection has heard of one room so far. */
export interface Heard {
  /** What the answer of `open_room` told, and whether there were no messages yet. */
  opened?: Pick<RoomState, 'room' | 'admins' | 'seq'> & { isEmpty: boolean };
  /** The first and the last event. */
  first?: number;
  last?: number;
}

/** A connection in the words of the journal: who it belongs to, and what it was told. */
export interface Ear {
  name: string;
  rooms: Map<string, Heard>;
  isOver: boolean;
}

/**
 * What the server told over all wires. Each event is kept once; that another reader was told something else at its
 * place, or in another order, is noted as it happens.
 */
export class Told {
  /** By room and seq. */
  readonly events = new Map<string, Map<number, RoomEvent>>();
  /** By id, the newest copy of each row that came in an answer. */
  readonly rows = new Map<string, Message>();
  readonly contradictions: string[] = [];
  /** An event that is not the one after the event before it on its wire. */
  readonly jumps: { kind: 'missing' | 'out of order'; what: string }[] = [];
  readonly ears: Ear[] = [];

  /** A new connection of somebody. */
  listen(name: string): Ear {
    const ear = { name: `${name}, connection ${this.ears.length + 1}`, rooms: new Map(), isOver: false };
    this.ears.push(ear);
    return ear;
  }

  event(ear: Ear, event: Event): void {
    if (!isRoomEvent(event)) return;
    this.#keep(ear, event);
    const heard = heardOf(ear, event.roomId);
    if (heard.last !== undefined && event.seq !== heard.last + 1) this.#jump(ear, event, heard.last);
    heard.first ??= event.seq;
    heard.last = event.seq;
    this.#compare(ear, event.roomId, heard);
  }

  /** The answer of an `open_room`, which begins the events of its room on this connection. */
  opened(ear: Ear, { room, admins, seq, reset, messages }: RoomState): void {
    const heard = heardOf(ear, room.id);
    heard.opened = { room, admins, seq, isEmpty: reset && messages.length === 0 };
    this.#compare(ear, room.id, heard);
    this.read(ear, messages);
  }

  /** Rows of any answer. */
  read(ear: Ear, messages: readonly Message[]): void {
    for (const message of messages) {
      const known = this.rows.get(message.id);
      if (known && placeOf(known) !== placeOf(message)) {
        this.contradictions.push(`${ear.name}: ${placeOf(message)}, and before ${placeOf(known)}`);
      }
      if (!known || known.changedSeq < message.changedSeq) this.rows.set(message.id, message);
    }
  }

  #keep(ear: Ear, event: RoomEvent): void {
    const room = this.events.get(event.roomId) ?? new Map<number, RoomEvent>();
    this.events.set(event.roomId, room);
    const known = room.get(event.seq);
    if (!known) room.set(event.seq, event);
    else if (stable(known) !== stable(event)) {
      this.contradictions.push(`${ear.name}: ${stable(event)}, and before ${stable(known)}`);
    }
  }

  #jump(ear: Ear, { roomId, seq }: RoomEvent, last: number): void {
    const kind = seq > last ? 'missing' : 'out of order';
    this.jumps.push({ kind, what: `${ear.name}: ${seq} after ${last} in ${roomId}` });
  }

  // The room is read after the subscription: all that is newer than what was read comes as an event.
  #compare(ear: Ear, roomId: string, { opened, first }: Heard): void {
    if (!opened || first === undefined || first <= opened.seq + 1) return;
    const what = `${ear.name}: ${first} after opening at ${opened.seq} in ${roomId}`;
    this.jumps.push({ kind: 'missing', what });
  }
}

function heardOf(ear: Ear, roomId: string): Heard {
  const heard = ear.rooms.get(roomId) ?? {};
  ear.rooms.set(roomId, heard);
  return heard;
}

/** What of a message never changes. */
function placeOf({ id, roomId, seq, author, createdAt }: Message): string {
  return stable({ id, roomId, seq, author: author.uid, createdAt });
}
