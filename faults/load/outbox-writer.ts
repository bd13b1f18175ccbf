import { setTimeout as wait } from 'node:timers/promises';
import { actionKeys, newId } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { Operation } from '../journal.ts';
import type { LoadState } from './load-state.ts';
import { moveCursor, READ_INTERVAL_MS } from './move-cursor.ts';
import type { Reader } from './reader.ts';

const MAX_IN_FLIGHT = 5;
const WEIGHTS = { send: 70, edit: 20, read: 10 };

/**
 * Uses the client, as the app does: sends through its outbox, without waiting for one message before the next, edits through its
 * queue, and moves its read cursors.
 */
export class OutboxWriter {
  readonly #reader: Reader;
  readonly #state: LoadState;
  readonly #random: Random;
  readonly #pauseMs: number;
  readonly #inFlight = new Map<string, Operation<'send_message'>>();
  /** By the id of the edit. */
  readonly #edits = new Map<string, Operation<'edit_message'>>();
  #isStopped = false;
  #textCount = 0;

  constructor(reader: Reader, state: LoadState, random: Random, pauseMs: number) {
    this.#reader = reader;
    this.#state = state;
    this.#random = random;
    this.#pauseMs = pauseMs;
    const { outbox, actions } = reader.chat;
    outbox.items.subscribe(() => this.#recordResults());
    actions.onDone.subscribe(({ action, output }) => {
      const edit = this.#takeEdit(action);
      if (edit) state.journal.acknowledge(edit, output as CommandOutput<'edit_message'>);
    });
    actions.onRejected.subscribe(({ action, error: { code, message } }) => {
      const edit = this.#takeEdit(action);
      if (edit) state.journal.refuse(edit, { code, message });
    });
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const action = this.#random.pickWeighted(WEIGHTS);
      const roomId = this.#state.pickRoomId(this.#random);
      if (action === 'send' && this.#inFlight.size < MAX_IN_FLIGHT) this.#send(roomId);
      if (action === 'edit') this.#edit(roomId);
      if (action === 'read') moveCursor(this.#reader.chat, this.#random, roomId);
      await wait(this.#random.below(this.#pauseMs));
    }
    while (this.#inFlight.size + this.#edits.size > 0) await wait(this.#pauseMs);
    await wait(READ_INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
  }

  #send(roomId: string): void {
    const { person, chat } = this.#reader;
    const text = this.#nextText();
    const id = newId();
    this.#inFlight.set(id, this.#state.journal.begin(person.uid, 'send_message', { roomId, id, text }));
    void chat.outbox.send(roomId, { text }, id);
  }

  /** A message of its log, unless an edit of it is on its way. */
  #edit(roomId: string): void {
    const { person, chat } = this.#reader;
    const { messages = [] } = getRoomLog(chat, roomId) ?? {};
    const own = messages.filter(({ author, deletedAt }) => author.uid === person.uid && !deletedAt);
    const message = this.#random.pick(own.slice(-10));
    if (!message) return;
    const { id, revision = 0 } = message;
    const key = actionKeys.edit(roomId, id);
    if (chat.actions.find(key)) return;
    const input = { roomId, id, text: this.#nextText(), revision, editId: newId() };
    this.#edits.set(input.editId, this.#state.journal.begin(person.uid, 'edit_message', input));
    void chat.actions.enqueue({ key, roomId, command: 'edit_message', input });
  }

  #nextText(): string {
    return `${this.#reader.person.name} says ${++this.#textCount}`;
  }

  #takeEdit({ input }: { input: unknown }): Operation<'edit_message'> | undefined {
    const { editId = '' } = input as { editId?: string };
    const edit = this.#edits.get(editId);
    this.#edits.delete(editId);
    return edit;
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
