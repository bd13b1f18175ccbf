import type { Random } from '@snug/testkit/random.ts';
import type { Journal } from '../journal.ts';

const MAX_REMEMBERED = 100;

interface SentMessage {
  roomId: string;
  id: string;
  uid: string;
}

export class LoadState {
  readonly journal: Journal;
  readonly roomIds: readonly string[];
  readonly uids: readonly string[];
  readonly #messages: SentMessage[] = [];

  constructor(journal: Journal, roomIds: readonly string[], uids: readonly string[]) {
    this.journal = journal;
    this.roomIds = roomIds;
    this.uids = uids;
  }

  remember(pickMessage: SentMessage): void {
    this.#messages.push(pickMessage);
    if (this.#messages.length > MAX_REMEMBERED) this.#messages.shift();
  }

  pickRoomId(random: Random): string {
    return random.pick(this.roomIds) ?? '';
  }

  /** A message of one person, or of any. */
  message(random: Random, uid?: string): SentMessage | undefined {
    return random.pick(this.#messages.filter(message => uid === undefined || message.uid === uid));
  }
}
