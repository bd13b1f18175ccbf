import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { SnugMutations } from '../mutations.ts';
import { isBehind } from './word-index.ts';

/** How far the index may lag behind what is said: sends do not wait for it. */
const EVERY_MS = 5_000;

export interface IndexingOptions {
  read: Db;
  writer: Pick<Writer<SnugMutations>, 'write'>;
  now: () => number;
  /** Calls `run` every `ms`, until the returned function is called. */
  repeat: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Has what is said indexed again and again, until the returned function is called. */
export function startIndexing({ read, writer, now, repeat, onFailure }: IndexingOptions): () => void {
  let isRunning = false;
  const ending = new AbortController();
  const catchUp = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!ending.signal.aborted && (await isBehind(read)))
        await writer.write('index_messages', { uid: '', now: now() }, {});
    } finally {
      isRunning = false;
    }
  };
  const end = repeat(() => void catchUp().catch(onFailure), EVERY_MS);
  return () => {
    ending.abort();
    end();
  };
}
