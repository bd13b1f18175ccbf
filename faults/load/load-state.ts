import type { Random } from '@snug/testkit/random.ts';
import type { Journal } from '../journal.ts';

const REMEMBERED = 100;

interface SaidMessage {
  roomId: string;
  id: string;
  uid: string;
}

/** Where a load takes place: who and what its writers can think of. */
export class Scene {
  readonly journal: Journal;
  readonly roomIds: readonly string[];
  readonly uids: readonly string[];
  /** What was said of late and is answered for, and by whom. */
  readonly #messages: SaidMessage[] = [];

  constructor(journal: Journal, roomIds: readonly string[], uids: readonly string[]) {
    this.journal = journal;
    this.roomIds = roomIds;
    this.uids = uids;
  }

  remember(message: SaidMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > REMEMBERED) this.#messages.shift();
  }

  roomId(random: Random): string {
    return random.pick(this.roomIds) ?? '';
  }

  /** A message of somebody, or of anybody. */
  message(random: Random, uid?: string): SaidMessage | undefined {
    return random.pick(this.#messages.filter(message => uid === undefined || message.uid === uid));
  }
}
