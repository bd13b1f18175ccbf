import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CommandError } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { IndexPage, IndexQuery, SearchIndex } from '../search-index.ts';
import type { FromIndex, IndexWorkerData, ToIndex } from './serve-index.ts';

/** A sibling of this file, also in the built server. */
const WORKER = new URL(`./postgres-index-worker${extname(import.meta.filename)}`, import.meta.url);
const RESTART_DELAY_MS = 10_000;

export interface PostgresIndexOptions {
  url: string;
  /** The secret of the workspace. */
  secret: string;
  setTimer: Clock['setTimer'];
  onFailure: (error: unknown) => void;
}

/** The index on a database server. It has a thread, because the keys of a message take longer than its send. */
export class PostgresIndex implements SearchIndex {
  readonly #options: PostgresIndexOptions;
  readonly #pending = new Map<number, PromiseWithResolvers<IndexPage | boolean>>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: PostgresIndexOptions) {
    this.#options = options;
    this.#start();
  }

  async find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    const id = ++this.#lastId;
    const hurry = () => this.#post({ kind: 'hurry', id });
    const found = this.#ask({ kind: 'find', id, query });
    if (deadline.aborted) hurry();
    else deadline.addEventListener('abort', hurry);
    try {
      return (await found) as IndexPage;
    } finally {
      deadline.removeEventListener('abort', hurry);
    }
  }

  follow(roomIds: readonly string[]): void {
    if (roomIds.length > 0) this.#post({ kind: 'changed', roomIds });
  }

  /** Another node has ended, perhaps before it had indexed its last changes. */
  compare(): void {
    this.#post({ kind: 'compare' });
  }

  async hasFollowed(withinMs: number): Promise<boolean> {
    return (await this.#ask({ kind: 'hasFollowed', id: ++this.#lastId, withinMs })) as boolean;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise(resolve => worker.once('exit', resolve));
    this.#post({ kind: 'stop' });
    await ended;
  }

  /** A new thread compares all rooms, so it needs no earlier changes. */
  #start(): void {
    const { url, secret, onFailure } = this.#options;
    const workerData: IndexWorkerData = { url, secret };
    const worker = new Worker(WORKER, { workerData });
    // It must not keep a server alive that stops.
    worker.unref();
    worker.on('message', (message: FromIndex) => this.#receive(message));
    worker.on('error', onFailure);
    worker.on('exit', () => this.#restart());
    this.#worker = worker;
  }

  #receive(message: FromIndex): void {
    if (message.kind === 'failed')
      return this.#options.onFailure(
        new Error(`The search index cannot follow the rooms (${message.detail})`),
      );
    const pending = this.#pending.get(message.id);
    if (message.kind === 'found') return pending?.resolve(message.result);
    pending?.reject(message.code ? new CommandError(message.code) : new Error(message.detail));
  }

  #restart(): void {
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(new CommandError('unavailable'));
    this.#pending.clear();
    if (this.#isClosed) return;
    this.#options.setTimer(() => {
      if (!this.#isClosed) this.#start();
    }, RESTART_DELAY_MS);
  }

  async #ask(message: ToIndex & { id: number }): Promise<IndexPage | boolean> {
    if (!this.#worker) throw new CommandError('unavailable');
    const answer = Promise.withResolvers<IndexPage | boolean>();
    this.#pending.set(message.id, answer);
    this.#post(message);
    try {
      return await answer.promise;
    } finally {
      this.#pending.delete(message.id);
    }
  }

  #post(message: ToIndex): void {
    this.#worker?.postMessage(message);
  }
}
