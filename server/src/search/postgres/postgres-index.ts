import { extname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { CommandError } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import { SentRequests } from '../../base/thread-requests.ts';
import { connectFinder } from '../find-port.ts';
import type { IndexProgress, ThreadIndex } from '../search-index.ts';
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
export class PostgresIndex implements ThreadIndex {
  readonly #options: PostgresIndexOptions;
  readonly #follows = new SentRequests<boolean>();
  readonly #reads = new SentRequests<IndexProgress | undefined>();
  #worker: Worker | undefined;
  #reading: Promise<IndexProgress | undefined> | undefined;
  #isClosed = false;

  constructor(options: PostgresIndexOptions) {
    this.#options = options;
    this.#start();
  }

  connect(): MessagePort {
    return connectFinder(this.#worker);
  }

  follow(roomIds: readonly string[]): void {
    if (roomIds.length > 0) this.#post({ kind: 'changed', roomIds });
  }

  /** Another node has ended, perhaps before it had indexed its last changes. */
  compare(): void {
    this.#post({ kind: 'compare' });
  }

  async hasFollowed(withinMs: number): Promise<boolean> {
    this.#requireWorker();
    return this.#follows.send(id => this.#post({ kind: 'has_followed', id, withinMs }));
  }

  /** Several at once, as of a scrape of the metrics, share a read. Undefined if it fails: the other state of the server still counts. */
  readProgress(): Promise<IndexProgress | undefined> {
    this.#reading ??= this.#readProgress().finally(() => (this.#reading = undefined));
    return this.#reading;
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
    switch (message.kind) {
      case 'followed':
        return this.#follows.receive(message);
      case 'progress':
        return this.#reads.receive(message);
      case 'failed':
        return this.#options.onFailure(
          new Error(`The search index cannot follow the rooms (${message.detail})`),
        );
    }
  }

  #restart(): void {
    this.#worker = undefined;
    for (const requests of [this.#follows, this.#reads]) requests.refuseAll();
    if (this.#isClosed) return;
    this.#options.setTimer(() => {
      if (!this.#isClosed) this.#start();
    }, RESTART_DELAY_MS);
  }

  async #readProgress(): Promise<IndexProgress | undefined> {
    if (!this.#worker) return undefined;
    try {
      return await this.#reads.send(id => this.#post({ kind: 'read_progress', id }));
    } catch (error) {
      this.#options.onFailure(error);
      return undefined;
    }
  }

  #requireWorker(): void {
    if (!this.#worker) throw new CommandError('unavailable');
  }

  #post(message: ToIndex): void {
    this.#worker?.postMessage(message);
  }
}
