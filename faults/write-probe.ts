import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/client';
import { CommandError, type CommandOutput } from '@snug/protocol';
import type { Journal, Operation } from './journal.ts';
import { type CommandClient, createHttpClient } from './load/command-client.ts';
import type { Load } from './load/load.ts';
import type { Participant } from './load/participant.ts';

const RETRY_INTERVAL_MS = 10;
/** Makes the database grow with every message. */
const LONG_TEXT = 'x'.repeat(9_000);

/** A person who sends one message after the other, retries each until it is acknowledged, and records the errors. */
export class WriteProbe {
  readonly person: Participant;
  readonly #client: CommandClient;
  readonly #journal: Journal;
  readonly #roomId: string;
  #operation: Operation<'send_message'> | undefined;
  #sentCount = 0;

  constructor(person: Participant, { journal, roomIds }: Load) {
    this.person = person;
    this.#client = createHttpClient(person);
    this.#journal = journal;
    this.#roomId = roomIds[0] ?? '';
  }

  /** Resolves after so many `unavailable` errors in a row. */
  async waitUntilRefused(times: number): Promise<void> {
    for (let refused = 0; refused < times; refused = (await this.#try()) ? 0 : refused + 1)
      await wait(RETRY_INTERVAL_MS);
  }

  async waitUntilSent(): Promise<void> {
    while (!(await this.#try())) await wait(RETRY_INTERVAL_MS);
  }

  request(command: string, input: object): Promise<unknown> {
    return this.#client.request(command, input);
  }

  async #try(): Promise<boolean> {
    const operation = (this.#operation ??= this.#begin());
    try {
      const result = await this.#client.request('send_message', operation.input);
      this.#journal.acknowledge(operation, result as CommandOutput<'send_message'>);
      this.#operation = undefined;
      return true;
    } catch (error) {
      if (error instanceof CommandError && error.code === 'unavailable') return false;
      throw error;
    }
  }

  #begin(): Operation<'send_message'> {
    const input = { roomId: this.#roomId, id: newId(), text: `Probe ${++this.#sentCount} ${LONG_TEXT}` };
    return this.#journal.begin(this.person.uid, 'send_message', input);
  }
}
