import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/client';
import type { Random } from '@snug/testkit/random.ts';
import type { Operation } from '../journal.ts';
import type { Scene } from './load-state.ts';
import type { Reader } from './reader.ts';

/** How many messages may be on their way at once. */
const MOST_WAITING = 5;

/** Sends through the client's outbox, as the app does: without waiting for one message before the next. */
export class OutboxWriter {
  readonly #reader: Reader;
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #pauseMs: number;
  readonly #open = new Map<string, Operation<'send_message'>>();
  #isOver = false;
  #said = 0;

  constructor(reader: Reader, scene: Scene, random: Random, pauseMs: number) {
    this.#reader = reader;
    this.#scene = scene;
    this.#random = random;
    this.#pauseMs = pauseMs;
    reader.chat.outbox.items.subscribe(() => this.#settle());
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      if (this.#open.size < MOST_WAITING) this.#send();
      await wait(this.#random.below(this.#pauseMs));
    }
    while (this.#open.size > 0) await wait(this.#pauseMs);
  }

  stop(): void {
    this.#isOver = true;
  }

  #send(): void {
    const { person, chat } = this.#reader;
    const roomId = this.#scene.roomId(this.#random);
    const text = `${person.name} says ${++this.#said}`;
    const id = newId();
    this.#open.set(id, this.#scene.journal.begin(person.uid, 'send_message', { roomId, id, text }));
    void chat.outbox.send(roomId, { text }, id);
  }

  // The app shows a message as sent when it has left the outbox, or waits there for its place in the log alone.
  #settle(): void {
    const items = new Map(this.#reader.chat.outbox.items.get().map(item => [item.id, item]));
    for (const [id, operation] of this.#open) {
      const item = items.get(id);
      if (item?.status === 'waiting') continue;
      this.#open.delete(id);
      if (item?.status === 'failed') {
        this.#scene.journal.refuse(operation, { code: 'internal', message: item.error ?? 'failed' });
      } else {
        this.#scene.journal.acknowledge(operation);
        this.#scene.remember({ roomId: operation.input.roomId, id, uid: this.#reader.person.uid });
      }
    }
  }
}
