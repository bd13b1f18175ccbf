import type { MessagePort } from 'node:worker_threads';
import { serveFinds } from '../find-port.ts';
import type { SearchIndex } from '../search-index.ts';
import { Finder, type FollowerState } from './finder.ts';
import { createPost, describeError, type FromFinder, type ToFinder } from './index-thread.ts';
import { DamagedIndexError, SearchFile } from './search-file.ts';

/** Searches take turns, a statement each. */
export function serveFinder(port: MessagePort, data: string): void {
  const post = createPost<FromFinder>(port);
  const finder = new Finder(SearchFile.openForReads(data));
  let state: FollowerState = { waiting: [], isCompared: false };
  const find: SearchIndex['find'] = async (query, deadline) => {
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
  port.on('message', (message: ToFinder) => {
    if (message.kind === 'state') state = message.state;
    else serveFinds(message.port, find);
  });
}
