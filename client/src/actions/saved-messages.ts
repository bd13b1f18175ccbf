import type { CommandOutput, Event, EventOf, Reminder, Saved } from '@snug/protocol';
import { addMarks } from '../base/marks.ts';
import { Store } from '../base/store.ts';
import type { Chat } from '../chat.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';
import { whenStored } from '../outbox/when-stored.ts';
import type { Action } from './action-items.ts';

const UNKNOWN = -1;

interface Source extends Pick<Chat, 'actions' | 'newId'> {
  connection: Pick<Chat['connection'], 'command' | 'state' | 'events'>;
}

/** The times of the question and the answer on the clock of this device. */
interface TimedReminders extends CommandOutput<'list_reminders'> {
  sentAt: number;
  receivedAt: number;
}

type SetSaved = EventOf<'saved_changed'>;
interface SetInput {
  messageId: string;
  on: boolean;
  remindAt?: number | null;
}

/** The messages that a person has saved, as far as a view asked for them, and their reminders. Loaded on first use. */
export class SavedMessages {
  /** Null: not saved. Missing: unknown. */
  readonly marks = new Store<ReadonlyMap<string, Saved | null>>(new Map());
  /** The earliest first, with the changes that this client has still to send. */
  readonly reminders = new Store<readonly Reminder[]>([]);
  /** Changes whenever the list of saved messages may have changed. */
  readonly version = new Store(UNKNOWN);

  /** The server's clock minus that of this device, in whole ms, because times on the wire are whole. */
  clockOffset = 0;

  readonly #source: Source;
  readonly #environment: Pick<Environment, 'now' | 'random' | 'setTimer'>;
  readonly #reading: RetriedRead<TimedReminders>;
  #stored: readonly Reminder[] = [];
  #readNumber = 0;
  /** The version of the newest change during the current read, whose result may be older. */
  #changedTo = UNKNOWN;

  constructor(source: Source, environment: Pick<Environment, 'now' | 'random' | 'setTimer'>) {
    this.#source = source;
    this.#environment = environment;
    const { connection } = source;
    this.#reading = new RetriedRead({
      environment,
      connection,
      read: async () => {
        this.#changedTo = UNKNOWN;
        const sentAt = environment.now();
        return { ...(await connection.command('list_reminders', {})), sentAt, receivedAt: environment.now() };
      },
      onResult: result => this.#putReminders(result),
    });
  }

  start(): () => void {
    const { actions, connection } = this.#source;
    const stops = [
      connection.events.subscribe(event => this.#apply(event)),
      actions.pending.subscribe(() => this.#showReminders()),
      actions.onDone.subscribe(({ action, output }) => this.#onDone(action, output)),
    ];
    if (connection.state.get().status === 'connected') this.#reading.start();
    return () => {
      this.#reading.cancel();
      for (const stop of stops) stop();
    };
  }

  /** The time on the clock of the server, ms since 1970. */
  now(): number {
    return this.#environment.now() + this.clockOffset;
  }

  readonly subscribeToMarks = (listener: () => void): (() => void) => {
    const stops = [this.marks.subscribe(listener), this.#source.actions.pending.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** Whether the person wants it saved, before the server has stored that. Undefined if unknown. */
  isSaved(roomId: string, messageId: string): boolean | undefined {
    const key = toKey(roomId, messageId);
    const action = this.#source.actions.find(key);
    if (action) return (action.input as SetInput).on;
    const known = this.marks.get().get(key);
    return known === undefined ? undefined : known !== null;
  }

  /** Reads whether the message is saved, if that is unknown. */
  async request(roomId: string, messageId: string): Promise<void> {
    if (this.marks.get().has(toKey(roomId, messageId))) return;
    const reading = this.#readNumber;
    const input = { roomId, messageIds: [messageId] };
    const result = await this.#source.connection.command('get_saved', input).catch(() => undefined);
    // A change came in between: then the view asks again.
    if (!result || reading !== this.#readNumber || result.version < this.version.get()) return;
    this.#setMark(roomId, messageId, result.saved[messageId] ?? null);
  }

  /**
   * `remindAt`: null ends the reminder; undefined leaves it as it is. Resolves to true when the server has stored it; to false if
   * it is rejected, or a later change replaces it.
   */
  async set(roomId: string, messageId: string, on: boolean, remindAt?: number | null): Promise<boolean> {
    const { actions, newId } = this.#source;
    const id = newId();
    const input = { roomId, messageId, on, ...(remindAt !== undefined && { remindAt }) };
    void actions.enqueue({ id, key: toKey(roomId, messageId), roomId, command: 'set_saved', input });
    return (await whenStored(actions, id)) !== undefined;
  }

  #apply(event: Event): void {
    if (event.type === 'connected' || event.type === 'resync') this.#readAgain();
    if (event.type === 'saved_changed') this.#applyChange(event);
  }

  #onDone({ command, roomId, input }: Action, output: unknown): void {
    if (command !== 'set_saved') return;
    const { saved, version } = output as CommandOutput<'set_saved'>;
    const { messageId } = input as SetInput;
    this.#applyChange({ type: 'saved_changed', roomId, messageId, saved, version });
  }

  #applyChange({ roomId, messageId, saved, version }: SetSaved): void {
    this.#changedTo = Math.max(this.#changedTo, version);
    const known = this.version.get();
    if (known === UNKNOWN || version <= known) return;
    if (version > known + 1) return this.#readAgain();
    this.#setMark(roomId, messageId, saved);
    this.#stored = changeReminder(this.#stored, { roomId, messageId, remindAt: saved?.remindAt });
    this.version.set(version);
    this.#showReminders();
  }

  #readAgain(): void {
    this.#readNumber++;
    this.marks.set(new Map());
    this.#reading.start();
  }

  #putReminders({ reminders, version, now, sentAt, receivedAt }: TimedReminders): void {
    if (version < this.#changedTo) return this.#reading.start();
    this.#readNumber++;
    this.clockOffset = Math.round(now - (sentAt + receivedAt) / 2);
    this.#stored = reminders;
    this.version.set(version);
    this.#showReminders();
  }

  #setMark(roomId: string, messageId: string, saved: Saved | null): void {
    this.marks.set(addMarks(this.marks.get(), [[toKey(roomId, messageId), saved]]));
  }

  #showReminders(): void {
    const changes = this.#source.actions.pending.get().filter(({ command }) => command === 'set_saved');
    const shown = changes.reduce((reminders, { roomId, input }) => {
      const { messageId, on, remindAt } = input as SetInput;
      if (on && remindAt === undefined) return reminders;
      return changeReminder(reminders, {
        roomId,
        messageId,
        remindAt: on ? (remindAt ?? undefined) : undefined,
      });
    }, this.#stored);
    if (shown !== this.#stored || shown.length > 0 || this.reminders.get().length > 0)
      this.reminders.set(shown);
  }
}

/** The ids of the messages that these actions remove from the saved ones. */
export function listRemoved(actions: readonly Action[]): ReadonlySet<string> {
  const removals = actions.filter(({ command, input }) => command === 'set_saved' && !(input as SetInput).on);
  return new Set(removals.map(({ input }) => (input as SetInput).messageId));
}

function changeReminder(
  reminders: readonly Reminder[],
  { roomId, messageId, remindAt }: Omit<Reminder, 'remindAt'> & { remindAt: number | undefined },
): readonly Reminder[] {
  const others = reminders.filter(other => other.roomId !== roomId || other.messageId !== messageId);
  if (remindAt === undefined) return others;
  return [...others, { roomId, messageId, remindAt }].toSorted((a, b) => a.remindAt - b.remindAt);
}

function toKey(roomId: string, messageId: string): string {
  return `saved:${roomId}:${messageId}`;
}
