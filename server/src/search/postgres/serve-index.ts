import type { MessagePort } from 'node:worker_threads';
import { CommandError, type ErrorBody } from '@snug/protocol';
import { systemClock } from '../../base/clock.ts';
import { getErrorDetail } from '../../base/error-detail.ts';
import type { IndexPage, IndexQuery } from '../search-index.ts';
import { NodeIndex } from './node-index.ts';

export interface IndexWorkerData {
  url: string;
  secret: string;
}

export type ToIndex =
  | { kind: 'changed'; roomIds: readonly string[] }
  | { kind: 'compare' }
  | { kind: 'find'; id: number; query: IndexQuery }
  | { kind: 'hasFollowed'; id: number; withinMs: number }
  /** The time of a search is over. */
  | { kind: 'hurry'; id: number }
  | { kind: 'stop' };

export type FromIndex =
  | { kind: 'found'; id: number; result: IndexPage | boolean }
  | { kind: 'refused'; id: number; code: ErrorBody['code'] | undefined; detail: string }
  | { kind: 'failed'; detail: string };

/** The other end of a `PostgresIndex`. */
export function serveIndex(port: MessagePort, { url, secret }: IndexWorkerData): void {
  const post = (message: FromIndex) => port.postMessage(message);
  const index = new NodeIndex({
    url,
    secret,
    clock: systemClock,
    onFailure: error => post({ kind: 'failed', detail: getErrorDetail(error) }),
  });
  const deadlines = new Map<number, AbortController>();

  async function find(id: number, query: IndexQuery): Promise<void> {
    const deadline = new AbortController();
    deadlines.set(id, deadline);
    try {
      post({ kind: 'found', id, result: await index.find(query, deadline.signal) });
    } catch (error) {
      const code = error instanceof CommandError ? error.code : undefined;
      post({ kind: 'refused', id, code, detail: getErrorDetail(error) });
    } finally {
      deadlines.delete(id);
    }
  }

  async function checkFollowed(id: number, withinMs: number): Promise<void> {
    post({ kind: 'found', id, result: await index.hasFollowed(withinMs) });
  }

  port.on('message', (message: ToIndex) => {
    switch (message.kind) {
      case 'changed':
        return index.follow(message.roomIds);
      case 'compare':
        return index.compare();
      case 'find':
        return void find(message.id, message.query);
      case 'hasFollowed':
        return void checkFollowed(message.id, message.withinMs);
      case 'hurry':
        return deadlines.get(message.id)?.abort();
      case 'stop':
        return void index.close().finally(() => port.close());
    }
  });
}
