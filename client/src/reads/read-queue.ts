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

export interface PendingConversationRead extends PendingRead {
  roomId: string;
  rootId: string;
}

interface ListedMoves {
  pending: readonly Action[];
  epoch: string | undefined;
  rooms: ReadonlyMap<string, PendingRead>;
  /** By room, and by the id of the first message. */
  conversations: ReadonlyMap<string, ReadonlyMap<string, PendingRead>>;
}

const NO_MOVES: ReadonlyMap<string, PendingRead> = new Map();

/** Moves of cursors that the server does not know yet: one per room or conversation, the last. They survive the page. */
export class ReadQueue {
  readonly #options: ReadQueueOptions;
  /** Rooms whose cursor moved a moment ago, with the move that follows. */
  readonly #paused = new Map<string, PendingRead | undefined>();
  /** Conversations, by the key of their action, in the same way. */
  readonly #pausedConversations = new Map<string, PendingConversationRead | undefined>();
  #listed: ListedMoves | undefined;

  constructor(options: ReadQueueOptions) {
    this.#options = options;
    options.actions.onDone.subscribe(({ action, output }) => {
      if (action.command === COMMAND)
        options.onResult([[action.roomId, (output as CommandOutput<typeof COMMAND>).read]]);
      if (action.command === BATCH_COMMAND)
        options.onResult(Object.entries((output as CommandOutput<typeof BATCH_COMMAND>).reads));
    });
  }

  list(): ReadonlyMap<string, PendingRead> {
    return this.#list().rooms;
  }

  /** By the id of the first message. */
  listConversations(roomId: string): ReadonlyMap<string, PendingRead> {
    return this.#list().conversations.get(roomId) ?? NO_MOVES;
  }

  /** Rooms with such moves. */
  listConversationRooms(): Iterable<string> {
    return this.#list().conversations.keys();
  }

  /** Each room asks for it, so it is created only after a change. */
  #list(): ListedMoves {
    const { actions, getEpoch } = this.#options;
    const [pending, epoch] = [actions.pending.get(), getEpoch()];
    if (this.#listed?.pending !== pending || this.#listed.epoch !== epoch) {
      const rooms = this.#createList(pending, epoch);
      this.#listed = { pending, epoch, rooms, conversations: this.#createConversationList(pending, epoch) };
    }
    return this.#listed;
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

  #createConversationList(
    pending: readonly Action[],
    epoch: string | undefined,
  ): ListedMoves['conversations'] {
    const byRoom = new Map<string, Map<string, PendingRead>>();
    const put = (roomId: string, rootId: string, move: PendingRead) =>
      byRoom.set(roomId, (byRoom.get(roomId) ?? new Map<string, PendingRead>()).set(rootId, move));
    for (const action of pending.filter(isConversationMove)) {
      const { conversation, ...move } = action.input as PendingRead & { conversation: string };
      if (epoch === undefined || move.epoch === epoch) put(action.roomId, conversation, move);
    }
    for (const next of this.#pausedConversations.values()) if (next) put(next.roomId, next.rootId, next);
    return byRoom;
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
    if (read.back) this.#dropPausedConversations(roomId);
    this.#setPaused(roomId, undefined);
    this.#send(roomId, read);
    this.#pause(roomId);
  }

  #setPaused(roomId: string, next: PendingRead | undefined): void {
    this.#listed = undefined;
    this.#paused.set(roomId, next);
  }

  /** Forward, like `move`. */
  moveConversation({ roomId, rootId, seq, version }: PendingConversationRead): void {
    const key = toConversationKey(roomId, rootId);
    const move = { roomId, rootId, seq, version };
    if (this.#pausedConversations.has(key)) return this.#setPausedConversation(key, move);
    this.#sendConversation(key, move);
  }

  #sendConversation(
    key: string,
    { roomId, rootId: conversation, seq, version }: PendingConversationRead,
  ): void {
    const { actions, environment, getEpoch } = this.#options;
    const epoch = getEpoch();
    const input = { roomId, seq, version, conversation, ...(epoch !== undefined && { epoch }) };
    this.#setPausedConversation(key, undefined);
    void actions.enqueue({ key, roomId, command: COMMAND, input });
    environment.setTimer(() => {
      const next = this.#pausedConversations.get(key);
      this.#listed = undefined;
      this.#pausedConversations.delete(key);
      if (next) this.#sendConversation(key, next);
    }, INTERVAL_MS);
  }

  #setPausedConversation(key: string, next: PendingConversationRead | undefined): void {
    this.#listed = undefined;
    this.#pausedConversations.set(key, next);
  }

  /** A move back of the room begins a version in which they mean nothing. */
  #dropPausedConversations(roomId: string): void {
    for (const [key, next] of this.#pausedConversations)
      if (next?.roomId === roomId) this.#setPausedConversation(key, undefined);
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

function toConversationKey(roomId: string, rootId: string): string {
  return `read:${roomId}:${rootId}`;
}

function isMove({ command, status, input }: Action): boolean {
  if (status !== 'waiting') return false;
  return command === BATCH_COMMAND || (command === COMMAND && !hasConversation(input));
}

function isConversationMove({ command, status, input }: Action): boolean {
  return status === 'waiting' && command === COMMAND && hasConversation(input);
}

function hasConversation(input: unknown): boolean {
  return (input as CommandInput<typeof COMMAND>).conversation !== undefined;
}

function toMoves({ roomId, command, input, createdAt }: Action): [roomId: string, move: PendingRead][] {
  if (command === COMMAND) return [[roomId, { ...(input as PendingRead), createdAt }]];
  const { reads, epoch } = input as CommandInput<typeof BATCH_COMMAND>;
  return Object.entries(reads).map(([id, read]) => [id, { ...read, ...(epoch !== undefined && { epoch }) }]);
}
