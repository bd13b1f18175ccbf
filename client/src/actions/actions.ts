import { type CommandArguments, CommandError, type CommandName } from '@snug/protocol';
import { Signal } from '../base/signal.ts';
import type { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { Retries } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import { continueEdit, requestAction } from '../outbox/edits.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { getInputLength, getMessageId, getStep } from './action-input.ts';
import { type Action, ActionItems } from './action-items.ts';
import type { ActionEnd } from './action-storage.ts';

/** Per person. One beyond them is rejected with `limit_exceeded`. */
export const MAX_ACTIONS = 1_000;
/** In UTF-16 units of the inputs as JSON. */
export const MAX_ACTIONS_LENGTH = 1_000_000;
/** Ended actions that wait for their logs. Those of a closed room show when it opens again. */
const MAX_DONE = 100;
/** Rooms whose actions are sent at the same time. */
const MAX_PARALLEL = 4;

export interface ActionRequest<Name extends CommandName> {
  /** Of the action. By default a new one. */
  id?: string;
  /** Names the state that the command sets: a later action with this key replaces a waiting one. */
  key: string;
  roomId: string;
  command: Name;
  input: CommandArguments<Name>;
}

export interface ActionsOptions {
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state' | 'reconnect'>;
  outbox: Pick<Outbox, 'isLeading' | 'items' | 'discarded' | 'settled' | 'isUnsent' | 'refresh'>;
  /** The position of a room's log, also while the room is closed; undefined without one. */
  getLogSeq: (roomId: string) => number | undefined;
}

/**
 * A persisted queue of commands that set a state: edits, deletions, reactions, settings. The order within a room is kept, except
 * that an action about an unsent message waits for it and lets others pass. The client that sends the outbox sends these, too.
 */
export class Actions {
  /** Those that the log does not show yet, so that a view can show them. In the order of sending. */
  readonly pending: Store<readonly Action[]>;
  /** Every client of the person emits both. A replaced action ends without a signal. */
  readonly onDone = new Signal<{ action: Action; output: unknown }>();
  readonly onRejected = new Signal<{ action: Action; error: CommandError }>();

  readonly #options: ActionsOptions;
  readonly #items: ActionItems;
  readonly #sending = new Set<string>();
  /** By room. */
  readonly #retries: Retries;

  constructor(options: ActionsOptions) {
    this.#options = options;
    this.#retries = new Retries(options, () => this.#pumpAll());
    this.#items = new ActionItems(options.environment);
    this.pending = this.#items.pending;
  }

  /** Loads the saved actions. Stops when the returned function is called. */
  start(): () => void {
    const { environment, outbox } = this.#options;
    const stops = [
      environment.actionStorage.subscribe(end => this.#onRemoteChange(end)),
      outbox.isLeading.subscribe(() => void this.#refresh()),
      outbox.items.subscribe(() => this.#pumpAll()),
      outbox.settled.subscribe(() => this.#pumpAll()),
      outbox.discarded.subscribe(messageId => this.#dropMessage(messageId)),
    ];
    void this.#refresh();
    return () => {
      for (const stop of stops) stop();
      this.#retries.cancel();
    };
  }

  /** Resolves when the action is saved, or cannot be, or is rejected because too many wait. */
  async enqueue<Name extends CommandName>({
    id = this.#options.environment.newId(),
    key,
    roomId,
    command,
    input,
  }: ActionRequest<Name>): Promise<void> {
    const action: Action = {
      id,
      key,
      roomId,
      command,
      input,
      createdAt: this.#options.environment.now(),
      ...continueEdit(this.find(key)),
      status: 'waiting',
    };
    if (this.#isOverLimit(action))
      return this.onRejected.emit({ action, error: new CommandError('limit_exceeded') });
    const saved = this.#items.put(action);
    this.#pumpAll();
    await saved;
    this.#pumpAll();
  }

  /** The pending action with this key. */
  find(key: string): Action | undefined {
    return this.#items.find(key);
  }

  /** Resolves, when the storage has finished, to the waiting actions that would be lost with this client. */
  async listVolatile(): Promise<readonly Action[]> {
    await this.#items.settle();
    return this.pending.get().filter(({ isVolatile, status }) => isVolatile && status === 'waiting');
  }

  /** After a connection is made. */
  resume(): void {
    this.#retries.cancel();
    this.#pumpAll();
  }

  /** The log of a room now reaches `seq`. */
  confirm(roomId: string, seq: number): void {
    this.#items.drop(action => action.roomId === roomId && action.status === 'done' && isUpTo(action, seq));
  }

  /** The server has another history: what it stored may be gone. */
  forgetDone(): void {
    this.#items.drop(({ status }) => status === 'done');
  }

  async #refresh(): Promise<void> {
    await this.#items.refresh();
    this.#pumpAll();
  }

  #isOverLimit({ key, input }: Action): boolean {
    const others = this.pending.get().filter(other => other.key !== key && other.status === 'waiting');
    if (others.length >= MAX_ACTIONS) return true;
    const lengths = [...others.map(other => other.input), input].map(getInputLength);
    return lengths.reduce((sum, length) => sum + length, 0) > MAX_ACTIONS_LENGTH;
  }

  #pumpAll(): void {
    const waiting = this.pending.get().filter(({ status }) => status === 'waiting');
    for (const roomId of new Set(waiting.map(action => action.roomId))) this.#pump(roomId);
  }

  #pump(roomId: string): void {
    const { connection, outbox } = this.#options;
    if (this.#sending.has(roomId) || this.#sending.size >= MAX_PARALLEL) return;
    if (this.#retries.isWaiting(roomId)) return;
    if (connection.state.get().status !== 'connected') return;
    const action = this.pending
      .get()
      .find(action => action.roomId === roomId && action.status === 'waiting' && !this.#isBlocked(action));
    // No other client knows an action that could not be saved.
    if (action && (outbox.isLeading.get() || action.isVolatile)) void this.#deliver(action);
  }

  #isBlocked({ input }: Action): boolean {
    const messageId = getMessageId(input);
    return messageId !== undefined && this.#options.outbox.isUnsent(messageId);
  }

  async #deliver(action: Action): Promise<void> {
    const { roomId } = action;
    this.#sending.add(roomId);
    try {
      const output = await requestAction(this.#options.connection, action);
      this.#retries.reset(roomId);
      this.#end({ id: action.id, output });
    } catch (error) {
      if (!(error instanceof CommandError)) {
        // As in the outbox.
        this.#retries.schedule(roomId);
        throw error;
      }
      await this.#onRefused(action, error);
    } finally {
      this.#sending.delete(roomId);
      this.#pumpAll();
    }
  }

  async #onRefused(action: Action, error: CommandError): Promise<void> {
    // Not an error of the action: it is sent after the next sign-in.
    if (error.code === 'unauthenticated') this.#options.connection.reconnect();
    else if (error.isRetryable || (error.code === 'not_found' && (await this.#isStillUnsent(action))))
      this.#retries.schedule(action.roomId, error);
    else this.#end({ id: action.id, error: toEndError(error) });
  }

  /** Another client may have saved the message after this one read the outbox. */
  async #isStillUnsent(action: Action): Promise<boolean> {
    if (getMessageId(action.input) === undefined) return false;
    await this.#options.outbox.refresh();
    return this.#isBlocked(action);
  }

  #end(end: ActionEnd): void {
    this.#items.end(end);
    this.#showEnd(end);
  }

  #onRemoteChange(end?: ActionEnd): void {
    if (end) this.#showEnd(end);
    void this.#refresh();
  }

  /** A replaced action is not shown any more. */
  #showEnd({ id, output, error }: ActionEnd): void {
    const action = this.#items.get(id);
    if (!action) return;
    const seq = getStep(output);
    const isShown = seq === undefined || seq <= (this.#options.getLogSeq(action.roomId) ?? seq);
    if (isShown) this.#items.drop(other => other.id === id);
    else this.#items.update(id, { status: 'done', seq });
    const done = this.pending.get().filter(({ status }) => status === 'done');
    const [oldest] = done;
    if (done.length > MAX_DONE) this.#items.drop(other => other === oldest);
    if (error) this.onRejected.emit({ action, error: CommandError.fromBody({ ...error, retry: false }) });
    else if (output !== undefined) this.onDone.emit({ action, output });
  }

  /** Nothing can happen to a message that will never be sent. */
  #dropMessage(messageId: string): void {
    for (const { id, input } of this.pending.get())
      if (getMessageId(input) === messageId) {
        this.#items.drop(other => other.id === id);
        this.#items.end({ id });
      }
  }
}

function isUpTo({ seq = 0 }: Action, known: number): boolean {
  return seq <= known;
}

function toEndError({ code, message, requestId: id }: CommandError): NonNullable<ActionEnd['error']> {
  return { code, message, ...(id !== undefined && { id }) };
}
