import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, type CommandInput, type CommandOutput } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { ChangeCommand, Operation } from '../journal.ts';
import type { ActionContext } from './actions/action.ts';
import { ACTIONS, type Weights } from './actions/actions.ts';
import type { CommandClient } from './command-client.ts';
import type { LoadState } from './load-state.ts';
import { OwnMessages } from './own-messages.ts';
import type { Participant } from './participant.ts';

const RETRY_DELAY_MS = 50;

export interface WriterOptions {
  person: Participant;
  line: CommandClient;
  state: LoadState;
  random: Random;
  actions: Weights;
  /** In ms, between two operations. */
  pauseMs: number;
  /** The share of operations that are sent twice at once, as by an impatient person. */
  duplicateShare: number;
}

/** Runs one action after the other, each until it is acknowledged or finally rejected. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #context: ActionContext;
  #isStopped = false;
  #textCount = 0;

  constructor(options: WriterOptions) {
    const { person, state, random } = options;
    this.#options = options;
    this.#context = {
      person,
      state,
      random,
      own: new OwnMessages(),
      nextText: () => `${person.name} says ${++this.#textCount}`,
      change: (command, input) => this.#change(command, input),
      repeat: operation => this.#retryUntilDone(operation),
    };
  }

  /** Resolves after the result of the last operation. */
  async run(): Promise<void> {
    const { random, actions, pauseMs, line } = this.#options;
    while (!this.#isStopped) {
      await ACTIONS[random.pickWeighted(actions)](this.#context);
      if (!this.#isStopped) await wait(random.below(pauseMs));
    }
    line.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #change<Name extends ChangeCommand>(
    command: Name,
    input: CommandInput<Name>,
  ): Promise<Operation<Name>> {
    const { state, person, random, duplicateShare } = this.#options;
    const operation = state.journal.begin(person.uid, command, input);
    const tries = [this.#retryUntilDone(operation)];
    if (random.chance(duplicateShare)) tries.push(this.#retryUntilDone(operation));
    await Promise.all(tries);
    return operation;
  }

  async #retryUntilDone<Name extends ChangeCommand>(operation: Operation<Name>): Promise<void> {
    const { line, state } = this.#options;
    const { command, input } = operation;
    while (!operation.refusal) {
      try {
        operation.tries++;
        const result = await line.request(command, input);
        return state.journal.acknowledge(operation, result as CommandOutput<Name>);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (!error.isRetryable)
          return state.journal.refuse(operation, { code: error.code, message: error.message });
      }
      await wait(RETRY_DELAY_MS);
    }
  }
}
