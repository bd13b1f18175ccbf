import {
  type Event,
  isRoomEvent,
  type Message,
  type Person,
  type ReadState,
  type RoomEvent,
  type RoomState,
} from '@snug/protocol';
import { stableStringify } from '@snug/testkit/compare.ts';

/** A change of a connection's position in a room: an event, or the changes that a server read in place of lost events. */
interface Step {
  from: number;
  to: number;
  isBridge: boolean;
}

export interface ObservedRoom {
  /** The result of `open_room`, and whether the room was empty. */
  opened?: Pick<RoomState, 'room' | 'admins' | 'seq'> & { isEmpty: boolean };
  /** Events before the result. They may contain changes that the result also has. */
  early: Step[];
  /** The `seq` of the last event, or of the result. */
  last: number;
  /** Whether a `room_caught_up` took the place of events. */
  isBridged: boolean;
}

/** A connection of the journal: its person, and the received frames. */
export interface FrameRecorder {
  name: string;
  uid: string;
  rooms: Map<string, ObservedRoom>;
  /** Of the database, after the server's greeting. */
  epoch?: string;
  isClosed: boolean;
}

/** Each event is stored once; differences between readers, in content or order, are recorded at once. */
export class ObservedEvents {
  /** By room and seq. */
  readonly events = new Map<string, Map<number, RoomEvent>>();
  /** By id, the newest copy of each row of a result. */
  readonly rows = new Map<string, Message>();
  readonly contradictions: string[] = [];
  /** Events that do not directly follow the previous event of their connection. */
  readonly sequenceErrors: { kind: 'missing' | 'out of order'; what: string }[] = [];
  readonly recorders: FrameRecorder[] = [];
  /** Changes that a server read in place of events that its bus had lost. */
  readonly bridges: string[] = [];
  /** The latest of all read cursors, by `<uid> <roomId>`. */
  readonly cursors = new Map<string, Pick<ReadState, 'readSeq' | 'version'>>();

  addRecorder({ uid, name }: Pick<Person, 'uid' | 'name'>): FrameRecorder {
    const recorder: FrameRecorder = {
      name: `${name}, connection ${this.recorders.length + 1}`,
      uid,
      rooms: new Map(),
      isClosed: false,
    };
    this.recorders.push(recorder);
    return recorder;
  }

  recordEvent(recorder: FrameRecorder, event: Event): void {
    if (event.type === 'connected') recorder.epoch = event.epoch;
    if (event.type === 'read_moved' && event.read) this.recordCursor(recorder, event.roomId, event.read);
    if (event.type === 'room_caught_up') {
      this.bridges.push(`${recorder.name}: ${event.from + 1} to ${event.to} in ${event.roomId}`);
      this.#move(recorder, event.roomId, { from: event.from, to: event.to, isBridge: true });
      this.recordMessages(recorder, event.messages);
    }
    if (!isRoomEvent(event)) return;
    this.#store(recorder, event);
    this.#move(recorder, event.roomId, { from: event.seq - 1, to: event.seq, isBridge: false });
  }

  /** The result of an `open_room`. The room's later events on this connection follow it. */
  recordOpened(recorder: FrameRecorder, { room, admins, seq, reset, messages }: RoomState): void {
    const observed = getObservedRoom(recorder, room.id);
    observed.opened = { room, admins, seq, isEmpty: reset && messages.length === 0 };
    observed.last = Math.max(observed.last, seq);
    for (const step of observed.early.splice(0)) this.#move(recorder, room.id, step);
    this.recordMessages(recorder, messages);
  }

  recordMessages(recorder: FrameRecorder, messages: readonly Message[]): void {
    for (const message of messages) {
      const known = this.rows.get(message.id);
      if (known && toImmutableFields(known) !== toImmutableFields(message)) {
        this.contradictions.push(
          `${recorder.name}: ${toImmutableFields(message)}, and before ${toImmutableFields(known)}`,
        );
      }
      if (!known || known.changedSeq < message.changedSeq) this.rows.set(message.id, message);
    }
  }

  recordCursor({ uid }: FrameRecorder, roomId: string, read: ReadState): void {
    // A member without a stored cursor has version 0.
    if (read.version === 0) return;
    const key = `${uid} ${roomId}`;
    const known = this.cursors.get(key);
    if (!known || isEarlierCursor(known, read)) this.cursors.set(key, read);
  }

  #store(recorder: FrameRecorder, event: RoomEvent): void {
    const room = this.events.get(event.roomId) ?? new Map<number, RoomEvent>();
    this.events.set(event.roomId, room);
    const known = room.get(event.seq);
    if (!known) room.set(event.seq, event);
    else if (stableStringify(known) !== stableStringify(event)) {
      this.contradictions.push(
        `${recorder.name}: ${stableStringify(event)}, and before ${stableStringify(known)}`,
      );
    }
  }

  // The server subscribes first and then reads the room: all newer changes arrive, and perhaps some older ones.
  #move(recorder: FrameRecorder, roomId: string, step: Step): void {
    const observed = getObservedRoom(recorder, roomId);
    const { opened, last } = observed;
    if (!opened) return void observed.early.push(step);
    const { from, to, isBridge } = step;
    if (to <= opened.seq) return;
    const follows = isBridge && last === opened.seq ? from <= last : from === last;
    if (!follows) {
      const kind = from > last ? 'missing' : 'out of order';
      this.sequenceErrors.push({
        kind,
        what: `${recorder.name}: ${from + 1} to ${to} after ${last} in ${roomId}`,
      });
    }
    observed.last = to;
    observed.isBridged ||= isBridge;
  }
}

export function isEarlierCursor(
  one: Pick<ReadState, 'readSeq' | 'version'>,
  other: Pick<ReadState, 'readSeq' | 'version'>,
): boolean {
  return one.version === other.version ? one.readSeq < other.readSeq : one.version < other.version;
}

function getObservedRoom(recorder: FrameRecorder, roomId: string): ObservedRoom {
  const observed = recorder.rooms.get(roomId) ?? { early: [], last: 0, isBridged: false };
  recorder.rooms.set(roomId, observed);
  return observed;
}

/** The fields of a message that never change. */
function toImmutableFields({ id, roomId, seq, author, createdAt }: Message): string {
  return stableStringify({ id, roomId, seq, author: author.uid, createdAt });
}
