import { type CommandInput, type CommandOutput, MAX_SET_READS, type ReadState } from '@snug/protocol';
import type { Action } from '../actions/action-items.ts';
import type { Actions } from '../actions/actions.ts';
import type { Environment } from '../environment.ts';
import { whenStored } from '../outbox/when-stored.ts';

/** While a person reads on, the cursor of a room moves at most so often. */
const INTERVAL_MS = 1_000;
const COMMAND = 'set_read';
const BATCH_COMMAND = 'set_reads';

interface ReadQueueOptions {
  environment: Pick<Environment, 'setTimer' | 'newId'>;
  actions: Pick<Actions, 'enqueue' | 'pending' | 'onDone' | 'onRejected'>;
  getEpoch: () => string | undefined;
  onResult: (reads: readonly (readonly [roomId: string, read: ReadState])[]) => void;
}

export interface PendingRead {
  seq: number;
  version: number;
  back?: boolean;
  epoch?: string;
  /** Of a move in the queue, in ms since 1970. */
  createdAt?: number;
}

/** Moves of cursors that the server does not know yet: one per room, the last. They survive the page. */
export class ReadQueue {
  readonly #options: ReadQueueOptions;
  /** Rooms whose cursor moved a moment ago, with the move that follows. */
  readonly #paused = new Map<string, PendingRead | undefined>();
  #listed:
    | { pending: readonly Action[]; epoch: string | undefined; moves: ReadonlyMap<string, PendingRead> }
    | undefined;

  constructor(options: ReadQueueOptions) {
    this.#options = options;
    options.actions.onDone.subscribe(({ action, output }) => {
      if (action.command === COMMAND)
        options.onResult([[action.roomId, (output as CommandOutput<typeof COMMAND>).read]]);
      if (action.command === BATCH_COMMAND)
        options.onResult(Object.entries((output as CommandOutput<typeof BATCH_COMMAND>).reads));
    });
  }

  /** Each room asks for it, so it is created only after a change. */
  list(): ReadonlyMap<string, PendingRead> {
    const { actions, getEpoch } = this.#options;
    const [pending, epoch] = [actions.pending.get(), getEpoch()];
    if (this.#listed?.pending !== pending || this.#listed.epoch !== epoch)
      this.#listed = { pending, epoch, moves: this.#createList(pending, epoch) };
    return this.#listed.moves;
  }

  /** Moves of an earlier history mean nothing. */
  #createList(pending: readonly Action[], epoch: string | undefined): Map<string, PendingRead> {
    const moves = new Map<string, PendingRead>();
    for (const [roomId, move] of pending.filter(isMove).flatMap(toMoves)) {
      if (epoch !== undefined && move.epoch !== epoch) continue;
      const known = moves.get(roomId);
      if (!known || move.back || move.seq >= known.seq) moves.set(roomId, move);
    }
    for (const [roomId, next] of this.#paused) {
      const known = moves.get(roomId);
      if (next && (!known || (!known.back && next.seq >= known.seq))) moves.set(roomId, next);
    }
    return moves;
  }

  /** Forward, in any number of rooms, with few commands. Resolves to whether the server has stored all of them. */
  async moveAll(reads: ReadonlyMap<string, { seq: number; version: number }>): Promise<boolean> {
    const { environment, actions, getEpoch } = this.#options;
    const epoch = getEpoch();
    const all = [...reads];
    const outputs: Promise<unknown>[] = [];
    for (let start = 0; start < all.length; start += MAX_SET_READS) {
      const some = all.slice(start, start + MAX_SET_READS);
      const roomId = some[0]?.[0] ?? '';
      const id = environment.newId();
      const input = { reads: Object.fromEntries(some), ...(epoch !== undefined && { epoch }) };
      void actions.enqueue({ id, key: `reads:${roomId}`, roomId, command: BATCH_COMMAND, input });
      outputs.push(whenStored(actions, id));
    }
    return !(await Promise.all(outputs)).includes(undefined);
  }

  /** The first move of a quiet room leaves at once. */
  move(roomId: string, read: PendingRead): void {
    if (this.#paused.has(roomId) && !read.back) return this.#setPaused(roomId, read);
    this.#setPaused(roomId, undefined);
    this.#send(roomId, read);
    this.#pause(roomId);
  }

  #setPaused(roomId: string, next: PendingRead | undefined): void {
    this.#listed = undefined;
    this.#paused.set(roomId, next);
  }

  #pause(roomId: string): void {
    this.#options.environment.setTimer(() => this.#continue(roomId), INTERVAL_MS);
  }

  #continue(roomId: string): void {
    const next = this.#paused.get(roomId);
    this.#listed = undefined;
    this.#paused.delete(roomId);
    if (!next) return;
    this.#setPaused(roomId, undefined);
    this.#send(roomId, next);
    this.#pause(roomId);
  }

  #send(roomId: string, { seq, version, back }: PendingRead): void {
    const epoch = this.#options.getEpoch();
    const input = { roomId, seq, version, ...(epoch !== undefined && { epoch }), ...(back && { back }) };
    void this.#options.actions.enqueue({ key: `read:${roomId}`, roomId, command: COMMAND, input });
  }
}

function isMove({ command, status }: Action): boolean {
  return (command === COMMAND || command === BATCH_COMMAND) && status === 'waiting';
}

function toMoves({ roomId, command, input, createdAt }: Action): [roomId: string, move: PendingRead][] {
  if (command === COMMAND) return [[roomId, { ...(input as PendingRead), createdAt }]];
  const { reads, epoch } = input as CommandInput<typeof BATCH_COMMAND>;
  return Object.entries(reads).map(([id, read]) => [id, { ...read, ...(epoch !== undefined && { epoch }) }]);
}
