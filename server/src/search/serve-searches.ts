import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { type DatabaseLocation, openReader } from '../db/open.ts';
import type { IndexPage, IndexQuery, SearchIndex } from './search-index.ts';
import { SearchRun } from './search-run.ts';
import type { FromThread, ToThread } from './search-thread.ts';
import { ReceivedRequests, type Response, SentRequests } from './thread-requests.ts';

/** The other end of a `SearchThread`. */
export function serveSearches(port: MessagePort, location: DatabaseLocation): void {
  const post = (message: FromThread) => port.postMessage(message);
  const index = new RemoteIndex(post);
  const runs = new Map<number, SearchRun>();
  const turns = new ReceivedRequests();
  const opened = openReader(location);
  const receive = async (message: ToThread) => {
    if (message.kind === 'proposed') return index.receive(message);
    const { kind, run } = message;
    if (kind === 'end') return void runs.delete(run);
    const options = { ...systemClock, read: await opened, index };
    if (kind === 'begin') return void runs.set(run, new SearchRun(options, message.actor, message.input));
    post({ kind: 'turned', ...(await turns.respond(message.id, async () => runs.get(run)?.takeTurn())) });
  };
  port.on('message', (message: ToThread) => void receive(message));
}

/** The index of the main thread, which follows what it commits. */
class RemoteIndex implements Pick<SearchIndex, 'find'> {
  readonly #post: (message: FromThread) => void;
  readonly #finds = new SentRequests<IndexPage>();

  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    return this.#finds.sendInTime(deadline, {
      post: id => this.#post({ kind: 'propose', id, query }),
      hurry: id => this.#post({ kind: 'hurry', id }),
    });
  }

  receive(response: Response<IndexPage>): void {
    this.#finds.receive(response);
  }
}
