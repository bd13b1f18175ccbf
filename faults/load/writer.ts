import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/client';
import { CommandError, type CommandInput, type CommandOutput, HEART } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { ChangeCommand, Operation } from '../journal.ts';
import type { CommandClient } from './command-client.ts';
import type { LoadState } from './load-state.ts';
import type { Participant } from './participant.ts';
import { uploadFile } from './upload.ts';

const RETRY_DELAY_MS = 50;
/** Its events do not fit into a notification of PostgreSQL. */
const LARGE_TEXT = '€'.repeat(3_000);
const EMOJI = [HEART, '👍', '👍🏽'];

type Action = 'send' | 'large' | 'file' | 'react' | 'pin' | 'save' | 'delete' | 'edit' | 'admin';
export type Actions = Record<Action, number>;

export const ALL_ACTIONS: Actions = {
  send: 60,
  large: 0,
  file: 4,
  react: 18,
  pin: 3,
  save: 3,
  delete: 5,
  edit: 5,
  admin: 4,
};
const NO_ACTIONS: Actions = {
  send: 0,
  large: 0,
  file: 0,
  react: 0,
  pin: 0,
  save: 0,
  delete: 0,
  edit: 0,
  admin: 0,
};

/** The named actions, with equal weights. */
export function onlyActions(...names: (keyof Actions)[]): Actions {
  return { ...NO_ACTIONS, ...Object.fromEntries(names.map(name => [name, 1])) };
}

export interface WriterOptions {
  person: Participant;
  line: CommandClient;
  state: LoadState;
  random: Random;
  actions: Actions;
  /** In ms, between two operations. */
  pauseMs: number;
  /** The share of operations that are sent twice at once, as by an impatient person. */
  duplicateShare: number;
}

/** Runs one action after the other, each until it is acknowledged or finally rejected. */
export class Writer {
  readonly #options: WriterOptions;
  #isStopped = false;
  #sentCount = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves after the result of the last operation. */
  async run(): Promise<void> {
    const { random, actions, pauseMs, line } = this.#options;
    while (!this.#isStopped) {
      await this.#act(random.pickWeighted(actions));
      if (!this.#isStopped) await wait(random.below(pauseMs));
    }
    line.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #act(action: keyof Actions): Promise<void> {
    const { state, random, person } = this.#options;
    const roomId = state.pickRoomId(random);
    if (action === 'send') await this.#send(roomId);
    if (action === 'large') await this.#send(roomId, { text: `${this.#nextText()} ${LARGE_TEXT}` });
    if (action === 'file') await this.#sendFile(roomId);
    if (action === 'edit') await this.#change('edit_room', { roomId, name: this.#nextText() });
    if (action === 'admin') {
      const uid = random.pick(state.uids) ?? '';
      await this.#change('set_admin', { roomId, uid, admin: random.chance(0.7) });
    }
    const known = state.message(random, action === 'delete' ? person.uid : undefined);
    if (!known) return;
    const message = { roomId: known.roomId, messageId: known.id };
    if (action === 'react') {
      const emoji = random.pick(EMOJI) ?? HEART;
      await this.#change('set_reaction', { ...message, emoji, on: random.chance(0.7) });
    }
    if (action === 'pin') await this.#change('set_pin', { ...message, on: random.chance(0.6) });
    if (action === 'save')
      await this.#change('set_saved', { ...message, on: random.chance(0.7), remindAt: random.below(1_000) });
    if (action === 'delete') await this.#change('delete_message', message);
  }

  async #send(roomId: string, content: { text?: string; fileId?: string } = {}): Promise<void> {
    const sent = await this.#change('send_message', {
      roomId,
      id: newId(),
      text: this.#nextText(),
      ...content,
    });
    const { state, person } = this.#options;
    if (sent.outcome === 'acknowledged') state.remember({ roomId, id: sent.input.id ?? '', uid: person.uid });
  }

  async #sendFile(roomId: string): Promise<void> {
    const { person, state } = this.#options;
    const text = this.#nextText();
    const fileId = await uploadFile(person, text);
    // If the result was lost, the server may have the file, but its id is unknown.
    if (fileId === undefined) return;
    state.journal.uploadHashes.set(fileId, createHash('sha256').update(text).digest('hex'));
    await this.#send(roomId, { fileId });
  }

  /** Unique across all writers. */
  #nextText(): string {
    return `${this.#options.person.name} says ${++this.#sentCount}`;
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
