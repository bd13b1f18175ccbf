import type { Random } from '@snug/testkit/random.ts';
import type { Journal } from '../journal.ts';
import type { Participant } from './participant.ts';

const MAX_REMEMBERED = 100;

interface SentMessage {
  roomId: string;
  id: string;
  uid: string;
  /** Undefined if only the client's outbox knows it. */
  seq?: number;
}

export class LoadState {
  readonly journal: Journal;
  readonly roomIds: readonly string[];
  readonly people: readonly Pick<Participant, 'uid' | 'name'>[];
  readonly #messages: SentMessage[] = [];
  readonly #firstByRoom = new Map<string, SentMessage>();
  readonly #lastSeqs = new Map<string, number>();

  constructor(journal: Journal, roomIds: readonly string[], people: LoadState['people']) {
    this.journal = journal;
    this.roomIds = roomIds;
    this.people = people;
  }

  remember(message: SentMessage): void {
    const { roomId, seq = 0 } = message;
    this.#messages.push(message);
    if (this.#messages.length > MAX_REMEMBERED) this.#messages.shift();
    if (!this.#firstByRoom.has(roomId)) this.#firstByRoom.set(roomId, message);
    this.#lastSeqs.set(roomId, Math.max(seq, this.getLastSeq(roomId)));
  }

  pickRoomId(random: Random): string {
    return random.pick(this.roomIds) ?? '';
  }

  /** A message of one person, or of any. */
  pickMessage(random: Random, uid?: string): SentMessage | undefined {
    return random.pick(this.#messages.filter(message => uid === undefined || message.uid === uid));
  }

  /** The same one during the whole load. */
  getFirstMessage(roomId: string): SentMessage | undefined {
    return this.#firstByRoom.get(roomId);
  }

  /** The position of an acknowledged message, near the end of the log. */
  getLastSeq(roomId: string): number {
    return this.#lastSeqs.get(roomId) ?? 0;
  }
}
