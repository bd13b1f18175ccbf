import type { MessagePort } from 'node:worker_threads';
import { Finder } from './finder.ts';
import { createPost, describeError, type FromFinder, type ToFinder } from './index-thread.ts';
import { DamagedIndexError, SearchFile } from './search-file.ts';

/** Searches take turns, a statement each. */
export function serveFinds(port: MessagePort, data: string): void {
  const post = createPost<FromFinder>(port);
  const finder = new Finder(SearchFile.openForReads(data));
  const overdue = new Set<number>();
  const find = async ({ id, query, state }: ToFinder & { kind: 'find' }) => {
    const next = async () => {
      await new Promise(setImmediate);
      return overdue.has(id);
    };
    try {
      post({ kind: 'found', id, page: await finder.find(query, state, { next, now: Date.now }) });
    } catch (error) {
      if (error instanceof DamagedIndexError) post({ kind: 'damaged', detail: describeError(error) });
      post({ kind: 'refused', id, detail: describeError(error) });
    } finally {
      overdue.delete(id);
    }
  };
  port.on('message', (message: ToFinder) => {
    if (message.kind === 'hurry') overdue.add(message.id);
    else void find(message);
  });
}
