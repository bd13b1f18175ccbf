import {
  type Event,
  isRoomEvent,
  MAX_TYPING_VIEWERS,
  type Person,
  TYPING_INTERVAL_MS,
  TYPING_TIMEOUT_MS,
} from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import type { Environment } from '../environment.ts';
import { getAddedMessage } from './apply-event.ts';

/** A report that the server delivers just after the message of its author belongs to the time before it. */
const LATE_REPORT_MS = 500;

export interface RoomTypingOptions {
  environment: Pick<Environment, 'now' | 'setTimer'>;
  connection: Pick<Connection, 'request' | 'state'>;
  getMe: () => string | undefined;
  isBlocked: (uid: string) => boolean;
  getViewerCount: (roomId: string) => number | undefined;
}

/** The other people who are typing in a room, the latest last. */
export class RoomTyping extends Store<readonly Person[]> {
  readonly #roomId: string;
  readonly #options: RoomTypingOptions;
  readonly #stopTimers = new Map<string, () => void>();
  readonly #messageTimes = new Map<string, number>();
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(roomId: string, options: RoomTypingOptions) {
    super([]);
    this.#roomId = roomId;
    this.#options = options;
  }

  /** Call it with each change of the text. Others learn of it at most every 3 s. */
  report(): void {
    const { environment, connection, getViewerCount } = this.#options;
    const count = getViewerCount(this.#roomId) ?? 0;
    const isSeen = count > 1 && count <= MAX_TYPING_VIEWERS;
    const isDue = environment.now() >= this.#reportedAt + TYPING_INTERVAL_MS;
    if (!isSeen || !isDue || connection.state.get().status !== 'connected') return;
    this.#reportedAt = environment.now();
    connection.request('set_typing', { roomId: this.#roomId }).catch(() => {
      // The next change of the text reports again.
    });
  }

  apply(event: Event): void {
    if (event.type === 'typing') return this.#add(event.person);
    const added = isRoomEvent(event) && getAddedMessage(event);
    if (added) this.#onMessage(added.author.uid);
  }

  #add(person: Person): void {
    const { environment, getMe, isBlocked } = this.#options;
    const { uid } = person;
    const others = this.get().filter(other => other.uid !== uid);
    if (this.#isLate(uid) || uid === getMe() || isBlocked(uid) || others.length >= MAX_TYPING_VIEWERS) return;
    this.#stopTimers.get(uid)?.();
    this.#stopTimers.set(
      uid,
      environment.setTimer(() => this.#remove(uid), TYPING_TIMEOUT_MS),
    );
    this.set([...others, person]);
  }

  #onMessage(uid: string): void {
    if (uid === this.#options.getMe()) this.#reportedAt = Number.NEGATIVE_INFINITY;
    this.#noteMessage(uid);
    if (this.#stopTimers.has(uid)) this.#remove(uid);
  }

  /** Also of somebody who is not shown: their first report can be late. */
  #noteMessage(uid: string): void {
    this.#messageTimes.delete(uid);
    for (const other of this.#messageTimes.keys()) {
      if (this.#isLate(other)) break;
      this.#messageTimes.delete(other);
    }
    this.#messageTimes.set(uid, this.#options.environment.now());
  }

  #isLate(uid: string): boolean {
    const passed =
      this.#options.environment.now() - (this.#messageTimes.get(uid) ?? Number.NEGATIVE_INFINITY);
    return passed >= 0 && passed < LATE_REPORT_MS;
  }

  #remove(uid: string): void {
    this.#stopTimers.get(uid)?.();
    this.#stopTimers.delete(uid);
    this.set(this.get().filter(person => person.uid !== uid));
  }
}
