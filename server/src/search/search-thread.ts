import { extname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { CommandError } from '@snug/protocol';
import { ReceivedRequests, type Response, SentRequests } from '../base/thread-requests.ts';
import type { Actor } from '../db/mutation.ts';
import type { DatabaseLocation } from '../db/open.ts';
import type { ThreadIndex } from './search-index.ts';
import type { SearchInput, SearchResult, SearchTurns } from './search-run.ts';

/** A sibling of this file, also in the built server. */
const WORKER = new URL(`./search-worker${extname(import.meta.filename)}`, import.meta.url);

export type ToThread =
  | { kind: 'begin'; run: number; actor: Actor; input: SearchInput }
  | { kind: 'turn'; run: number; id: number }
  | { kind: 'end'; run: number }
  | ({ kind: 'connected' } & Response<MessagePort>);

export type FromThread =
  | ({ kind: 'turned' } & Response<SearchResult | undefined>)
  | { kind: 'connect'; id: number };

export interface SearchThreadOptions {
  location: DatabaseLocation;
  index: Pick<ThreadIndex, 'connect'>;
  onFailure: (error: unknown) => void;
}

/**
 * Runs searches in a thread with its own connection, because comparing hundreds of long texts takes as long as thousands of sends.
 * The first search starts it, also after its death.
 */
export class SearchThread {
  readonly #options: SearchThreadOptions;
  #thread: RunningThread | undefined;
  #lastRun = 0;

  constructor(options: SearchThreadOptions) {
    this.#options = options;
  }

  readonly begin = (actor: Actor, input: SearchInput): SearchTurns => {
    const run = ++this.#lastRun;
    let thread: RunningThread | undefined;
    return {
      takeTurn: () => {
        if (thread && thread !== this.#thread) return Promise.reject(new CommandError('unavailable'));
        if (!thread) {
          thread = this.#thread ??= this.#start();
          thread.post({ kind: 'begin', run, actor, input });
        }
        return thread.takeTurn(run);
      },
      end: () => {
        if (thread && thread === this.#thread) thread.post({ kind: 'end', run });
      },
    };
  };

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }

  #start(): RunningThread {
    const thread = new RunningThread(this.#options, () => {
      if (thread === this.#thread) this.#thread = undefined;
    });
    return thread;
  }
}

class RunningThread {
  readonly #index: SearchThreadOptions['index'];
  readonly #worker: Worker;
  readonly #turns = new SentRequests<SearchResult | undefined>();
  readonly #connects = new ReceivedRequests();

  constructor({ location, index, onFailure }: SearchThreadOptions, onEnd: () => void) {
    this.#index = index;
    this.#worker = new Worker(WORKER, { workerData: location });
    // It must not keep a server alive that stops.
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => void this.#receive(message));
    this.#worker.on('error', onFailure);
    this.#worker.on('exit', () => {
      onEnd();
      this.#turns.refuseAll();
    });
  }

  post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  takeTurn(run: number): Promise<SearchResult | undefined> {
    return this.#turns.send(id => this.post({ kind: 'turn', run, id }));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #receive(message: FromThread): Promise<void> {
    if (message.kind === 'turned') return this.#turns.receive(message);
    const response = await this.#connects.respond(message.id, async () => this.#index.connect());
    const ports = 'result' in response ? [response.result] : [];
    this.#worker.postMessage({ kind: 'connected', ...response } satisfies ToThread, ports);
  }
}
