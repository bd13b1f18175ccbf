import type { CommandOutput, ReadState } from '@snug/protocol';
import type { Action } from './action-items.ts';
import type { Actions } from './actions.ts';
import type { Environment } from './environment.ts';

/** While a person reads on, the cursor of a room moves at most so often. */
const INTERVAL_MS = 1_000;
const COMMAND = 'set_read';

interface ReadQueueOptions {
  environment: Pick<Environment, 'setTimer'>;
  actions: Pick<Actions, 'enqueue' | 'pending' | 'onDone'>;
  getEpoch: () => string | undefined;
  onResult: (roomId: string, read: ReadState) => void;
}

export interface PendingRead {
  seq: number;
  version: number;
  back?: boolean;
  epoch?: string;
}

/** Moves of cursors that the server does not know yet: one per room, the last. They survive the page. */
export class ReadQueue {
  readonly #options: ReadQueueOptions;
  /** Rooms whose cursor moved a moment ago, with what follows. */
  readonly #paused = new Map<string, (() => void) | undefined>();

  constructor(options: ReadQueueOptions) {
    this.#options = options;
    options.actions.onDone.subscribe(({ action, output }) => {
      if (action.command === COMMAND)
        options.onResult(action.roomId, (output as CommandOutput<typeof COMMAND>).read);
    });
  }

  /** Moves of an earlier history mean nothing. */
  list(): ReadonlyMap<string, PendingRead> {
    const { actions, getEpoch } = this.#options;
    const epoch = getEpoch();
    return new Map(
      actions.pending
        .get()
        .filter(isMove)
        .map(({ roomId, input }) => [roomId, input as PendingRead] as const)
        .filter(([, input]) => epoch === undefined || input.epoch === epoch),
    );
  }

  /** The first move of a quiet room leaves at once. */
  move(roomId: string, read: PendingRead): void {
    const send = () => this.#send(roomId, read);
    if (this.#paused.has(roomId) && !read.back) return void this.#paused.set(roomId, send);
    this.#paused.set(roomId, undefined);
    send();
    this.#pause(roomId);
  }

  #pause(roomId: string): void {
    this.#options.environment.setTimer(() => this.#continue(roomId), INTERVAL_MS);
  }

  #continue(roomId: string): void {
    const next = this.#paused.get(roomId);
    this.#paused.delete(roomId);
    if (!next) return;
    this.#paused.set(roomId, undefined);
    next();
    this.#pause(roomId);
  }

  #send(roomId: string, { seq, version, back }: PendingRead): void {
    const epoch = this.#options.getEpoch();
    const input = { roomId, seq, version, ...(epoch !== undefined && { epoch }), ...(back && { back }) };
    void this.#options.actions.enqueue({ key: `read:${roomId}`, roomId, command: COMMAND, input });
  }
}

function isMove({ command, status }: Action): boolean {
  return command === COMMAND && status === 'waiting';
}
