import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CommandError, type ErrorBody } from '@snug/protocol';
import { getErrorDetail } from '../base/error-detail.ts';
import type { Actor } from '../db/mutation.ts';
import type { DatabaseLocation } from '../db/open.ts';
import type { IndexPage, IndexQuery, SearchIndex } from './search-index.ts';
import type { SearchInput, SearchResult, SearchTurns } from './search-run.ts';

/** A sibling of this file, also in the built server. */
const WORKER = new URL(`./search-worker${extname(import.meta.filename)}`, import.meta.url);

type Failure = Pick<ErrorBody, 'code' | 'message'> | { detail: string };

export type ToThread =
  | { kind: 'begin'; run: number; actor: Actor; input: SearchInput }
  | { kind: 'turn' | 'end'; run: number }
  | { kind: 'proposed'; find: number; page: IndexPage | undefined; failure?: Failure };

export type FromThread =
  | { kind: 'turned'; run: number; result: SearchResult | undefined; failure?: Failure }
  | { kind: 'propose'; find: number; query: IndexQuery }
  /** The time of a `propose` is over. */
  | { kind: 'hurry'; find: number };

export function toFailure(error: unknown): Failure {
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  return { detail: getErrorDetail(error) };
}

export function fromFailure(failure: Failure): Error {
  return 'code' in failure ? new CommandError(failure.code, failure.message) : new Error(failure.detail);
}

export interface SearchThreadOptions {
  location: DatabaseLocation;
  index: Pick<SearchIndex, 'find'>;
  onFailure: (error: unknown) => void;
}

/**
 * Runs searches in a thread with its own connection, because comparing hundreds of long texts takes as long as thousands of sends.
 * The first search starts it, also after its death.
 */
export class SearchThread {
  readonly #options: SearchThreadOptions;
  readonly #pending = new Map<
    number,
    { worker: Worker; turn: PromiseWithResolvers<SearchResult | undefined> }
  >();
  readonly #deadlines = new Map<number, AbortController>();
  #worker: Worker | undefined;
  #lastRun = 0;

  constructor(options: SearchThreadOptions) {
    this.#options = options;
  }

  readonly begin = (actor: Actor, input: SearchInput): SearchTurns => {
    const run = ++this.#lastRun;
    let worker: Worker | undefined;
    return {
      takeTurn: () => {
        if (worker && worker !== this.#worker) return Promise.reject(new CommandError('unavailable'));
        const turn = Promise.withResolvers<SearchResult | undefined>();
        if (!worker) {
          worker = this.#worker ??= this.#start();
          post(worker, { kind: 'begin', run, actor, input });
        }
        this.#pending.set(run, { worker, turn });
        post(worker, { kind: 'turn', run });
        return turn.promise;
      },
      end: () => {
        if (worker && worker === this.#worker) post(worker, { kind: 'end', run });
      },
    };
  };

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const { location, onFailure } = this.#options;
    const worker = new Worker(WORKER, { workerData: location });
    // It must not keep a server alive that stops.
    worker.unref();
    worker.on('message', (message: FromThread) => this.#receive(worker, message));
    worker.on('error', onFailure);
    worker.on('exit', () => this.#fail(worker));
    return worker;
  }

  #receive(worker: Worker, message: FromThread): void {
    if (message.kind === 'propose') return void this.#propose(worker, message);
    if (message.kind === 'hurry') return this.#deadlines.get(message.find)?.abort();
    const turn = this.#pending.get(message.run)?.turn;
    this.#pending.delete(message.run);
    if (message.failure) turn?.reject(fromFailure(message.failure));
    else turn?.resolve(message.result);
  }

  async #propose(worker: Worker, { find, query }: FromThread & { kind: 'propose' }): Promise<void> {
    const deadline = new AbortController();
    this.#deadlines.set(find, deadline);
    try {
      const page = await this.#options.index.find(query, deadline.signal);
      post(worker, { kind: 'proposed', find, page });
    } catch (error) {
      post(worker, { kind: 'proposed', find, page: undefined, failure: toFailure(error) });
    } finally {
      this.#deadlines.delete(find);
    }
  }

  #fail(ended: Worker): void {
    if (ended === this.#worker) this.#worker = undefined;
    for (const [run, { worker, turn }] of this.#pending) {
      if (worker !== ended) continue;
      this.#pending.delete(run);
      turn.reject(new CommandError('unavailable'));
    }
  }
}

function post(worker: Worker, message: ToThread): void {
  worker.postMessage(message);
}
