import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { type DatabaseLocation, openReader } from '../db/open.ts';
import type { IndexPage, IndexQuery, SearchIndex } from './search-index.ts';
import { SearchRun } from './search-run.ts';
import { type FromThread, fromFailure, type ToThread, toFailure } from './search-thread.ts';

/** The other end of a `SearchThread`. */
export function serveSearches(port: MessagePort, location: DatabaseLocation): void {
  const post = (message: FromThread) => port.postMessage(message);
  const index = new RemoteIndex(post);
  const runs = new Map<number, SearchRun>();
  const opened = openReader(location);
  const receive = async (message: ToThread) => {
    if (message.kind === 'proposed') return index.receive(message);
    const { kind, run } = message;
    if (kind === 'end') return void runs.delete(run);
    const options = { ...systemClock, read: await opened, index };
    if (kind === 'begin') return void runs.set(run, new SearchRun(options, message.actor, message.input));
    post(await takeTurn(run, runs.get(run)));
  };
  port.on('message', (message: ToThread) => void receive(message));
}

async function takeTurn(run: number, search: SearchRun | undefined): Promise<FromThread> {
  try {
    return { kind: 'turned', run, result: await search?.takeTurn() };
  } catch (error) {
    return { kind: 'turned', run, result: undefined, failure: toFailure(error) };
  }
}

/** The index of the main thread, which follows what it commits. */
class RemoteIndex implements Pick<SearchIndex, 'find'> {
  readonly #post: (message: FromThread) => void;
  readonly #pending = new Map<number, PromiseWithResolvers<IndexPage>>();
  #lastFind = 0;

  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  async find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    const find = ++this.#lastFind;
    const page = Promise.withResolvers<IndexPage>();
    this.#pending.set(find, page);
    const hurry = () => this.#post({ kind: 'hurry', find });
    deadline.addEventListener('abort', hurry);
    this.#post({ kind: 'propose', find, query });
    if (deadline.aborted) hurry();
    try {
      return await page.promise;
    } finally {
      deadline.removeEventListener('abort', hurry);
    }
  }

  receive({ find, page, failure }: ToThread & { kind: 'proposed' }): void {
    const pending = this.#pending.get(find);
    this.#pending.delete(find);
    if (page) pending?.resolve(page);
    else pending?.reject(failure ? fromFailure(failure) : new Error('no page'));
  }
}
