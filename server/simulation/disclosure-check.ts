import type { CommandName, Event, ServerFrame } from '@snug/protocol';
import type { AccessHistory } from './access-history.ts';

/** Events without a position. A server without a connection to the bus receives the end of access when it connects again. */
const EPHEMERAL: ReadonlySet<Event['type']> = new Set(['viewer_count', 'viewers_changed', 'typing']);
const MAX_LAG_MS = 60_000;

/** Their results contain only what the person did, or stored about themselves. */
const OWN: ReadonlySet<CommandName> = new Set([
  'close_room',
  'unwatch_viewers',
  'get_saved',
  'list_reminders',
  // The repetition of a stored message.
  'send_message',
]);

interface RunningCommand {
  command: CommandName;
  input: { roomId?: string; add?: object };
  /** Of the access history, when the server received the command. */
  moment: number;
}

/** Throws if a socket shows something of a private room to a person who could not read it at any moment of the command. */
export class DisclosureCheck {
  readonly #uid: string;
  readonly #history: AccessHistory;
  readonly #running = new Map<number, RunningCommand>();

  constructor(uid: string, history: AccessHistory) {
    this.#uid = uid;
    this.#history = history;
  }

  onClientFrame(text: string): void {
    const { id, command, input } = JSON.parse(text) as RunningCommand & { id: number };
    this.#running.set(id, { command, input, moment: this.#history.moment });
  }

  onServerFrame(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if ('events' in frame) return frame.events.forEach(event => this.#checkEvent(event));
    const running = this.#running.get(frame.id);
    this.#running.delete(frame.id);
    if (running && 'ok' in frame) this.#checkResult(running, frame.ok as object);
  }

  #checkEvent(event: Event): void {
    const isOfRoom = 'roomId' in event && event.roomId === this.#history.roomId;
    if (!isOfRoom || !EPHEMERAL.has(event.type) || this.#history.couldReadWithin(this.#uid, MAX_LAG_MS))
      return;
    throw new Error(`${this.#uid} received ${event.type} of a room that they could not read`);
  }

  #checkResult(running: RunningCommand, output: object): void {
    const { command, input, moment } = running;
    if (!this.#isShown(running, output) || this.#history.couldReadSince(this.#uid, moment)) return;
    const text = `${JSON.stringify(input)}: ${JSON.stringify(output)}`;
    throw new Error(
      `${this.#uid} received a result of ${command} about a room that they could not read: ${text}`,
    );
  }

  #isShown({ command, input }: RunningCommand, output: object): boolean {
    const { roomId } = this.#history;
    if (OWN.has(command)) return false;
    if (input.roomId === roomId) return true;
    const { missing, saved, rooms } = output as { missing?: string[]; saved?: object[]; rooms?: object[] };
    if (missing) return roomId in (input.add ?? {}) && !missing.includes(roomId);
    // Saved messages keep the ids of rooms that the person can no longer read.
    const shown =
      command === 'list_saved' ? [rooms, saved?.map(each => 'message' in each && each.message)] : output;
    return JSON.stringify(shown).includes(roomId);
  }
}
