import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/client';
import type { Random } from '@snug/testkit/random.ts';
import type { Operation } from '../journal.ts';
import type { LoadState } from './load-state.ts';
import type { Reader } from './reader.ts';

const MAX_IN_FLIGHT = 5;

/** Sends through the client's outbox, as the app does: without waiting for one message before the next. */
export class OutboxWriter {
  readonly #reader: Reader;
  readonly #state: LoadState;
  readonly #random: Random;
  readonly #pauseMs: number;
  readonly #inFlight = new Map<string, Operation<'send_message'>>();
  #isStopped = false;
  #sentCount = 0;

  constructor(reader: Reader, state: LoadState, random: Random, pauseMs: number) {
    this.#reader = reader;
    this.#state = state;
    this.#random = random;
    this.#pauseMs = pauseMs;
    reader.chat.outbox.items.subscribe(() => this.#recordResults());
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      if (this.#inFlight.size < MAX_IN_FLIGHT) this.#send();
      await wait(this.#random.below(this.#pauseMs));
    }
    while (this.#inFlight.size > 0) await wait(this.#pauseMs);
  }

  stop(): void {
    this.#isStopped = true;
  }

  #send(): void {
    const { person, chat } = this.#reader;
    const roomId = this.#state.pickRoomId(this.#random);
    const text = `${person.name} says ${++this.#sentCount}`;
    const id = newId();
    this.#inFlight.set(id, this.#state.journal.begin(person.uid, 'send_message', { roomId, id, text }));
    void chat.outbox.send(roomId, { text }, id);
  }

  // The app shows a message as sent when it has left the outbox, or only waits there for the log.
  #recordResults(): void {
    const items = new Map(this.#reader.chat.outbox.items.get().map(item => [item.id, item]));
    for (const [id, operation] of this.#inFlight) {
      const item = items.get(id);
      if (item?.status === 'waiting') continue;
      this.#inFlight.delete(id);
      if (item?.status === 'failed') {
        this.#state.journal.refuse(operation, { code: 'internal', message: item.error ?? 'failed' });
      } else {
        this.#state.journal.acknowledge(operation);
        this.#state.remember({ roomId: operation.input.roomId, id, uid: this.#reader.person.uid });
      }
    }
  }
}
