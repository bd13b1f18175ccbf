import { type Event, isRoomEvent, type Message, type RoomEvent, type RoomState } from '@snug/protocol';
import { stableStringify } from '@snug/testkit/compare.ts';

/** The events of one room on one connection. */
export interface ObservedRoom {
  /** The result of `open_room`, and whether the room was empty. */
  opened?: Pick<RoomState, 'room' | 'admins' | 'seq'> & { isEmpty: boolean };
  /** The `seq` of the first and the last event. */
  first?: number;
  last?: number;
}

/** A connection of the journal: its person, and the received frames. */
export interface FrameRecorder {
  name: string;
  rooms: Map<string, ObservedRoom>;
  isClosed: boolean;
}

/**
 * All events on all connections. Each event is stored once; differences between readers, in content or order, are recorded
 * at once.
 */
export class ObservedEvents {
  /** By room and seq. */
  readonly events = new Map<string, Map<number, RoomEvent>>();
  /** By id, the newest copy of each row of a result. */
  readonly rows = new Map<string, Message>();
  readonly contradictions: string[] = [];
  /** Events that do not directly follow the previous event of their connection. */
  readonly sequenceErrors: { kind: 'missing' | 'out of order'; what: string }[] = [];
  readonly recorders: FrameRecorder[] = [];

  addRecorder(name: string): FrameRecorder {
    const recorder = {
      name: `${name}, connection ${this.recorders.length + 1}`,
      rooms: new Map(),
      isClosed: false,
    };
    this.recorders.push(recorder);
    return recorder;
  }

  recordEvent(recorder: FrameRecorder, event: Event): void {
    if (!isRoomEvent(event)) return;
    this.#store(recorder, event);
    const observed = getObservedRoom(recorder, event.roomId);
    if (observed.last !== undefined && event.seq !== observed.last + 1)
      this.#recordSequenceError(recorder, event, observed.last);
    observed.first ??= event.seq;
    observed.last = event.seq;
    this.#checkFirstEvent(recorder, event.roomId, observed);
  }

  /** The result of an `open_room`. The room's events on this connection follow it. */
  recordOpened(recorder: FrameRecorder, { room, admins, seq, reset, messages }: RoomState): void {
    const observed = getObservedRoom(recorder, room.id);
    observed.opened = { room, admins, seq, isEmpty: reset && messages.length === 0 };
    this.#checkFirstEvent(recorder, room.id, observed);
    this.recordMessages(recorder, messages);
  }

  /** Rows of any result. */
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

  #recordSequenceError(recorder: FrameRecorder, { roomId, seq }: RoomEvent, last: number): void {
    const kind = seq > last ? 'missing' : 'out of order';
    this.sequenceErrors.push({ kind, what: `${recorder.name}: ${seq} after ${last} in ${roomId}` });
  }

  // The server subscribes first and then reads the room: all newer changes arrive as events.
  #checkFirstEvent(recorder: FrameRecorder, roomId: string, { opened, first }: ObservedRoom): void {
    if (!opened || first === undefined || first <= opened.seq + 1) return;
    const what = `${recorder.name}: ${first} after opening at ${opened.seq} in ${roomId}`;
    this.sequenceErrors.push({ kind: 'missing', what });
  }
}

function getObservedRoom(recorder: FrameRecorder, roomId: string): ObservedRoom {
  const observed = recorder.rooms.get(roomId) ?? {};
  recorder.rooms.set(roomId, observed);
  return observed;
}

/** The fields of a message that never change. */
function toImmutableFields({ id, roomId, seq, author, createdAt }: Message): string {
  return stableStringify({ id, roomId, seq, author: author.uid, createdAt });
}
