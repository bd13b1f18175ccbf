import { setTimeout as wait } from 'node:timers/promises';
import type { CommandArguments, CommandName, CommandOutput } from '@snug/protocol';
import { newId } from '@snug/server/base/ids.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';

/** What the server has acknowledged of a message. */
export interface ExpectedMessage {
  roomId: string;
  text: string | undefined;
  revision: number;
  isLiked: boolean;
}

const PAUSE_MS = 15;
const RETRY_MS = 50;
const LIKE = '👍';

/** A person who writes all the time, and repeats each command until its result arrives. */
export class WebhookLoad {
  readonly messages = new Map<string, ExpectedMessage>();
  /** The same person at each server. */
  readonly #people: readonly TestPerson[];
  readonly #random: Random;
  readonly #roomIds: readonly string[];
  #isStopped = false;
  readonly #running: Promise<void>;

  constructor(people: readonly TestPerson[], roomIds: readonly string[], random: Random) {
    this.#people = people;
    this.#roomIds = roomIds;
    this.#random = random;
    this.#running = this.#write();
  }

  /** Resolves after the last result. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async readSeq(roomId: string): Promise<number> {
    return (await this.#run<'open_room'>('open_room', { roomId })).seq;
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      const known = [...this.messages].filter(([, { text }]) => text !== undefined);
      const [id, message] = known[this.#random.below(Math.max(1, known.length))] ?? [];
      const choice = this.#random.below(10);
      if (choice < 6 || id === undefined || !message) await this.#send();
      else if (choice < 8) await this.#edit(id, message);
      else if (choice < 9) await this.#like(id, message);
      else await this.#delete(id, message);
      await wait(PAUSE_MS);
    }
  }

  async #send(): Promise<void> {
    const roomId = this.#roomIds[this.#random.below(this.#roomIds.length)] ?? '';
    const [id, text] = [newId(), `message ${this.messages.size}`];
    await this.#run('send_message', { roomId, id, text });
    this.messages.set(id, { roomId, text, revision: 0, isLiked: false });
  }

  async #edit(id: string, message: ExpectedMessage): Promise<void> {
    const { roomId, revision } = message;
    const text = `edit ${newId()}`;
    await this.#run('edit_message', { roomId, id, text, revision, editId: newId() });
    Object.assign(message, { text, revision: revision + 1 });
  }

  async #like(messageId: string, message: ExpectedMessage): Promise<void> {
    const on = !message.isLiked;
    await this.#run('set_reaction', { roomId: message.roomId, messageId, emoji: LIKE, on });
    message.isLiked = on;
  }

  async #delete(messageId: string, message: ExpectedMessage): Promise<void> {
    await this.#run('delete_message', { roomId: message.roomId, messageId });
    Object.assign(message, { text: undefined, isLiked: false });
  }

  /** At any server. All commands of this load can be repeated. */
  async #run<Name extends CommandName>(
    command: Name,
    input: CommandArguments<Name>,
  ): Promise<CommandOutput<Name>> {
    for (;;) {
      const person = this.#people[this.#random.below(this.#people.length)];
      try {
        const { status, ok, error } = (await person?.postCommand(command, input)) ?? {};
        if (status === 200) return ok as CommandOutput<Name>;
        if (!error?.retry) throw new RefusedError(`${command}: ${error?.message}`);
      } catch (error) {
        if (error instanceof RefusedError) throw error;
      }
      await wait(RETRY_MS);
    }
  }
}

class RefusedError extends Error {}
