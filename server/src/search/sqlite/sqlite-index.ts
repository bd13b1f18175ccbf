import { extname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Clock } from '../../base/clock.ts';
import { SentRequests } from '../../base/thread-requests.ts';
import { connectFinder } from '../find-port.ts';
import type { IndexProgress, ThreadIndex } from '../search-index.ts';
import type {
  FromFinder,
  FromFollower,
  IndexState,
  IndexThreadData,
  ToFinder,
  ToFollower,
} from './index-thread.ts';
import { removeSearchFiles } from './search-file.ts';

/** A sibling of this file, also in the built server. */
const WORKER = new URL(`./index-worker${extname(import.meta.filename)}`, import.meta.url);

/** Commits in this time reach the follower together. */
const ANNOUNCE_DELAY_MS = 50;
const RESTART_DELAY_MS = 10_000;

export interface SqliteIndexOptions {
  /** The data folder. */
  data: string;
  setTimer: Clock['setTimer'];
  onFailure: (error: unknown) => void;
}

/**
 * The index in the data folder. One thread follows the rooms, another one searches. Nothing waits for them: without an index,
 * searches fail, and without changes for a while they report that messages may be missing.
 */
export class SqliteIndex implements ThreadIndex {
  readonly #options: SqliteIndexOptions;
  readonly #announced = new Set<string>();
  readonly #erasures = new SentRequests<boolean>();
  #follower: Worker | undefined;
  #finder: Worker | undefined;
  #state: IndexState | undefined;
  #isClosed = false;
  #isDamaged = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: SqliteIndexOptions) {
    this.#options = options;
    this.#startFollower();
  }

  async readProgress(): Promise<IndexProgress | undefined> {
    if (!this.#state) return undefined;
    const { share, leavingMessages: leaving, isDiskLow: isPaused, bytes } = this.#state;
    return { share, leaving, isPaused, bytes };
  }

  follow(roomIds: readonly string[]): void {
    if (this.#isClosed) return;
    for (const id of roomIds) this.#announced.add(id);
    this.#stopTimer ??= this.#options.setTimer(() => this.#announce(), ANNOUNCE_DELAY_MS);
  }

  connect(): MessagePort {
    return connectFinder(this.#finder);
  }

  /** The build can take longer. Without space on the disk, whether everything is erased. */
  async hasFollowed(withinMs: number): Promise<boolean> {
    const follower = this.#follower;
    if (!follower || this.#isClosed) return false;
    this.#announce();
    let stopTimer = () => {};
    const isErased = this.#erasures.send(id => {
      stopTimer = this.#options.setTimer(() => this.#erasures.receive({ id, result: false }), withinMs);
      post<ToFollower>(follower, { kind: 'await_erasures', id });
    });
    return isErased.finally(() => stopTimer());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer?.();
    const follower = this.#follower;
    await this.#endFinder();
    if (!follower) return;
    follower.ref();
    const ended = new Promise(resolve => follower.once('exit', resolve));
    post<ToFollower>(follower, { kind: 'stop' });
    await ended;
  }

  #announce(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const roomIds = [...this.#announced];
    this.#announced.clear();
    // A new follower compares all rooms.
    if (this.#follower) post<ToFollower>(this.#follower, { kind: 'changed', roomIds });
  }

  #startFollower(): void {
    const follower = this.#start('follow');
    this.#follower = follower;
    follower.on('message', (message: FromFollower) => this.#receiveFromFollower(message));
    follower.on('exit', () => void this.#restart());
  }

  #receiveFromFollower(message: FromFollower): void {
    const { onFailure } = this.#options;
    switch (message.kind) {
      case 'opened':
        return this.#startFinder();
      case 'state':
        this.#state = message.state;
        return this.#postState();
      case 'erased':
        return this.#erasures.receive({ id: message.id, result: true });
      case 'failed':
        return onFailure(new Error(`The search index cannot follow the rooms (${message.detail})`));
      case 'damaged':
        return this.#rebuild(message.detail);
    }
  }

  #startFinder(): void {
    if (this.#isClosed || this.#finder) return;
    const finder = this.#start('find');
    this.#finder = finder;
    this.#postState();
    finder.on('message', ({ detail }: FromFinder) => this.#rebuild(detail));
    finder.on('exit', () => {
      if (this.#finder !== finder) return;
      this.#finder = undefined;
      this.#options.setTimer(() => this.#startFinder(), RESTART_DELAY_MS);
    });
  }

  #postState(): void {
    if (!this.#finder || !this.#state) return;
    const { waiting, isCompared } = this.#state;
    post<ToFinder>(this.#finder, { kind: 'state', state: { waiting, isCompared } });
  }

  #rebuild(detail: string): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    this.#options.onFailure(new Error(`The search index is damaged, and is built again (${detail})`));
    void this.#follower?.terminate();
  }

  async #restart(): Promise<void> {
    this.#follower = undefined;
    this.#state = undefined;
    await this.#endFinder();
    if (this.#isDamaged) removeSearchFiles(this.#options.data);
    this.#isDamaged = false;
    if (this.#isClosed) return;
    this.#options.setTimer(() => {
      if (!this.#isClosed) this.#startFollower();
    }, RESTART_DELAY_MS);
  }

  async #endFinder(): Promise<void> {
    const finder = this.#finder;
    this.#finder = undefined;
    await finder?.terminate();
  }

  #start(role: IndexThreadData['role']): Worker {
    const { data, onFailure } = this.#options;
    const worker = new Worker(WORKER, { workerData: { role, data } satisfies IndexThreadData });
    // It must not keep a server alive that stops.
    worker.unref();
    worker.on('error', onFailure);
    return worker;
  }
}

function post<Message>(worker: Worker, message: Message): void {
  worker.postMessage(message);
}
