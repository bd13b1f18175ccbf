import type { MessagePort } from 'node:worker_threads';
import { ReceivedRequests } from '../thread-requests.ts';
import { Finder } from './finder.ts';
import { createPost, describeError, type FromFinder, type ToFinder } from './index-thread.ts';
import { DamagedIndexError, SearchFile } from './search-file.ts';

type FindRequest = ToFinder & { kind: 'find' };

/** Searches take turns, a statement each. */
export function serveFinds(port: MessagePort, data: string): void {
  const post = createPost<FromFinder>(port);
  const finder = new Finder(SearchFile.openForReads(data));
  const requests = new ReceivedRequests();
  const find = async ({ query, state }: FindRequest, deadline: AbortSignal) => {
    const next = async () => {
      await new Promise(setImmediate);
      return deadline.aborted;
    };
    try {
      return await finder.find(query, state, { next, now: Date.now });
    } catch (error) {
      if (error instanceof DamagedIndexError) post({ kind: 'damaged', detail: describeError(error) });
      throw error;
    }
  };
  const respond = async (request: FindRequest) => {
    const response = requests.respond(request.id, deadline => find(request, deadline));
    post({ kind: 'found', ...(await response) });
  };
  port.on('message', (message: ToFinder) => {
    if (message.kind === 'hurry') requests.hurry(message.id);
    else void respond(message);
  });
}
