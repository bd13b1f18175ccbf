import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@snug/client';
import { CommandError, type CommandInput, type CommandOutput, HEART } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Change, Operation } from '../journal.ts';
import type { Line } from './command-client.ts';
import type { Scene } from './load-state.ts';
import type { Person } from './participant.ts';
import { uploadFile } from './upload.ts';

const RETRY_AFTER_MS = 50;
/** What people react with. */
const EMOJI = [HEART, '👍', '👍🏽'];

/** How often each thing is done, one beside the others. */
export type Actions = Record<'send' | 'file' | 'react' | 'delete' | 'edit' | 'admin', number>;

export const EVERYTHING: Actions = { send: 60, file: 4, react: 22, delete: 5, edit: 5, admin: 4 };
const NOTHING: Actions = { send: 0, file: 0, react: 0, delete: 0, edit: 0, admin: 0 };

/** These, each as often as the others. */
export function only(...names: (keyof Actions)[]): Actions {
  return { ...NOTHING, ...Object.fromEntries(names.map(name => [name, 1])) };
}

export interface WriterOptions {
  person: Person;
  line: Line;
  scene: Scene;
  random: Random;
  actions: Actions;
  /** The longest pause between two operations. */
  pauseMs: number;
  /** How often an operation is asked for twice at once, as by somebody impatient. */
  doubles: number;
}

/** Does one thing after the other, each until it is answered for or refused for good. */
export class Writer {
  readonly #options: WriterOptions;
  #isOver = false;
  #said = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves when the last operation is answered for. */
  async run(): Promise<void> {
    const { random, actions, pauseMs, line } = this.#options;
    while (!this.#isOver) {
      await this.#act(random.weighted(actions));
      if (!this.#isOver) await wait(random.below(pauseMs));
    }
    line.close();
  }

  /** Nothing new is begun. */
  stop(): void {
    this.#isOver = true;
  }

  async #act(action: keyof Actions): Promise<void> {
    const { scene, random, person } = this.#options;
    const roomId = scene.roomId(random);
    if (action === 'send') await this.#send(roomId);
    if (action === 'file') await this.#sendFile(roomId);
    if (action === 'edit') await this.#change('edit_room', { roomId, name: this.#words() });
    if (action === 'admin') {
      const uid = random.pick(scene.uids) ?? '';
      await this.#change('set_admin', { roomId, uid, admin: random.chance(0.7) });
    }
    const said = scene.message(random, action === 'delete' ? person.uid : undefined);
    if (!said) return;
    const message = { roomId: said.roomId, messageId: said.id };
    if (action === 'react') {
      const emoji = random.pick(EMOJI) ?? HEART;
      await this.#change('set_reaction', { ...message, emoji, on: random.chance(0.7) });
    }
    if (action === 'delete') await this.#change('delete_message', message);
  }

  async #send(roomId: string, content: { fileId?: string } = {}): Promise<void> {
    const sent = await this.#change('send_message', { roomId, id: newId(), text: this.#words(), ...content });
    const { scene, person } = this.#options;
    if (sent.outcome === 'acknowledged') scene.remember({ roomId, id: sent.input.id ?? '', uid: person.uid });
  }

  async #sendFile(roomId: string): Promise<void> {
    const { person, scene } = this.#options;
    const words = this.#words();
    const fileId = await uploadFile(person, words);
    // Where the answer got lost, the file may wait on the server, and nobody knows its name.
    if (fileId === undefined) return;
    scene.journal.files.set(fileId, createHash('sha256').update(words).digest('hex'));
    await this.#send(roomId, { fileId });
  }

  /** Words that nobody else says, and nobody twice. */
  #words(): string {
    return `${this.#options.person.name} says ${++this.#said}`;
  }

  async #change<Name extends Change>(command: Name, input: CommandInput<Name>): Promise<Operation<Name>> {
    const { scene, person, random, doubles } = this.#options;
    const operation = scene.journal.begin(person.uid, command, input);
    const tries = [this.#persist(operation)];
    if (random.chance(doubles)) tries.push(this.#persist(operation));
    await Promise.all(tries);
    return operation;
  }

  async #persist<Name extends Change>(operation: Operation<Name>): Promise<void> {
    const { line, scene } = this.#options;
    const { command, input } = operation;
    while (!operation.refusal) {
      try {
        operation.tries++;
        const answer = await line.ask(command, input);
        return scene.journal.acknowledge(operation, answer as CommandOutput<Name>);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (!error.retry)
          return scene.journal.refuse(operation, { code: error.code, message: error.message });
      }
      await wait(RETRY_AFTER_MS);
    }
  }
}
