import type { Random } from '@snug/testkit/random.ts';
import type { Operation } from '../journal.ts';

/** Few, so that each is edited again and again. */
const MAX_REMEMBERED = 5;

interface OwnMessage {
  sent: Operation<'send_message'>;
  /** Acknowledged ones, in their order. */
  edits: Operation<'edit_message'>[];
  /** The number of edits that its author knows of. */
  revision: number;
}

/** The last messages of one writer, and how far the writer has read the rooms. */
export class OwnMessages {
  /** The version of the cursor, by room. A writer has one from their first message on. */
  readonly cursorVersions = new Map<string, number>();
  #messages: OwnMessage[] = [];

  add(sent: Operation<'send_message'>): void {
    this.#messages.push({ sent, edits: [], revision: 0 });
    if (this.#messages.length > MAX_REMEMBERED) this.#messages.shift();
    const { roomId } = sent.input;
    if (!this.cursorVersions.has(roomId)) this.cursorVersions.set(roomId, 1);
  }

  pick(random: Random): OwnMessage | undefined {
    return random.pick(this.#messages);
  }

  forget({ sent }: OwnMessage): void {
    this.#messages = this.#messages.filter(message => message.sent !== sent);
  }
}
