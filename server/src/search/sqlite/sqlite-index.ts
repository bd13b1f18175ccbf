import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CommandError } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { IndexPage, IndexProgress, IndexQuery, SearchIndex } from '../search-index.ts';
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
export class SqliteIndex implements SearchIndex {
  readonly #options: SqliteIndexOptions;
  readonly #announced = new Set<string>();
  readonly #pending = new Map<number, PromiseWithResolvers<IndexPage>>();
  readonly #awaited = new Map<number, () => void>();
  #follower: Worker | undefined;
  #finder: Worker | undefined;
  #state: IndexState | undefined;
  #lastId = 0;
  #isClosed = false;
  #isDamaged = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: SqliteIndexOptions) {
    this.#options = options;
    this.#startFollower();
  }

  get progress(): IndexProgress | undefined {
    const { share, leavingMessages: leaving, isDiskLow: isPaused, bytes } = this.#state ?? {};
    if (share === undefined || leaving === undefined || isPaused === undefined || bytes === undefined)
      return undefined;
    return { share, leaving, isPaused, bytes };
  }

  follow(roomIds: readonly string[]): void {
    if (this.#isClosed) return;
    for (const id of roomIds) this.#announced.add(id);
    this.#stopTimer ??= this.#options.setTimer(() => this.#announce(), ANNOUNCE_DELAY_MS);
  }

  async find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    const finder = this.#finder;
    if (!finder) throw new CommandError('unavailable');
    const id = ++this.#lastId;
    const page = Promise.withResolvers<IndexPage>();
    this.#pending.set(id, page);
    const hurry = () => post<ToFinder>(finder, { kind: 'hurry', id });
    const { waiting = [], isCompared = false } = this.#state ?? {};
    if (deadline.aborted) hurry();
    else deadline.addEventListener('abort', hurry);
    post<ToFinder>(finder, { kind: 'find', id, query, state: { waiting, isCompared } });
    try {
      return await page.promise;
    } finally {
      deadline.removeEventListener('abort', hurry);
      this.#pending.delete(id);
    }
  }

  /** The build can take longer. Without space on the disk, whether everything is erased. */
  async hasFollowed(withinMs: number): Promise<boolean> {
    const follower = this.#follower;
    if (!follower || this.#isClosed) return false;
    this.#announce();
    const id = ++this.#lastId;
    const followed = Promise.withResolvers<boolean>();
    this.#awaited.set(id, () => followed.resolve(true));
    const stopTimer = this.#options.setTimer(() => followed.resolve(false), withinMs);
    post<ToFollower>(follower, { kind: 'await_erasures', id });
    try {
      return await followed.promise;
    } finally {
      stopTimer();
      this.#awaited.delete(id);
    }
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
        return;
      case 'erased':
        return this.#awaited.get(message.id)?.();
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
    finder.on('message', (message: FromFinder) => this.#receiveFromFinder(message));
    finder.on('exit', () => {
      if (this.#finder !== finder) return;
      this.#refusePending();
      this.#finder = undefined;
      this.#options.setTimer(() => this.#startFinder(), RESTART_DELAY_MS);
    });
  }

  #receiveFromFinder(message: FromFinder): void {
    if (message.kind === 'damaged') return this.#rebuild(message.detail);
    const pending = this.#pending.get(message.id);
    if (message.kind === 'found') pending?.resolve(message.page);
    else pending?.reject(new Error(message.detail));
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
    this.#refusePending();
    await finder?.terminate();
  }

  #refusePending(): void {
    for (const pending of this.#pending.values()) pending.reject(new CommandError('unavailable'));
    this.#pending.clear();
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
