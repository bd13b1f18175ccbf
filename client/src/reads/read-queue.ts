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

/** Forward. */
export interface PendingConversationRead {
  roomId: string;
  /** The id of the first message. */
  rootId: string;
  seq: number;
  version: number;
}

/** `conversation`: the id of the first message, if the cursor is that of a conversation. */
interface Move extends PendingRead {
  roomId: string;
  conversation?: string;
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
  /** Cursors that moved a moment ago, by the key of their action, with the move that follows. */
  readonly #paused = new Map<string, Move | undefined>();
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
    for (const next of this.#paused.values()) {
      if (!next || next.conversation !== undefined) continue;
      const known = moves.get(next.roomId);
      if (!known || (!known.back && next.seq >= known.seq)) moves.set(next.roomId, next);
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
    for (const next of this.#paused.values())
      if (next?.conversation !== undefined) put(next.roomId, next.conversation, next);
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

  move(roomId: string, read: PendingRead): void {
    // A move back begins a version in which the cursors of conversations mean nothing.
    if (read.back) this.#dropPausedConversations(roomId);
    this.#move({ ...read, roomId });
  }

  moveConversation({ rootId, ...move }: PendingConversationRead): void {
    this.#move({ ...move, conversation: rootId });
  }

  /** Before the page hides: moves that wait for their turn would be lost with it. */
  flush(): void {
    for (const [key, next] of this.#paused) if (next) this.#send(key, next);
  }

  /** The first move of a quiet cursor leaves at once. */
  #move(move: Move): void {
    const key = toKey(move);
    if (this.#paused.has(key) && !move.back) this.#setPaused(key, move);
    else this.#send(key, move);
  }

  #send(key: string, { roomId, conversation, seq, version, back }: Move): void {
    const { actions, environment, getEpoch } = this.#options;
    const epoch = getEpoch();
    const input = {
      roomId,
      seq,
      version,
      ...(conversation !== undefined && { conversation }),
      ...(epoch !== undefined && { epoch }),
      ...(back && { back }),
    };
    this.#setPaused(key, undefined);
    void actions.enqueue({ key, roomId, command: COMMAND, input });
    environment.setTimer(() => {
      const next = this.#paused.get(key);
      this.#listed = undefined;
      this.#paused.delete(key);
      if (next) this.#send(key, next);
    }, INTERVAL_MS);
  }

  #setPaused(key: string, next: Move | undefined): void {
    this.#listed = undefined;
    this.#paused.set(key, next);
  }

  #dropPausedConversations(roomId: string): void {
    for (const [key, next] of this.#paused)
      if (next?.roomId === roomId && next.conversation !== undefined) this.#setPaused(key, undefined);
  }
}

function toKey({ roomId, conversation }: Move): string {
  return ['read', roomId, ...(conversation === undefined ? [] : [conversation])].join(':');
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
