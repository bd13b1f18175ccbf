import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import { getErrorDetail } from '../../base/error-detail.ts';
import { ReceivedRequests, type Response } from '../../base/thread-requests.ts';
import { type ConnectFinder, serveFinds } from '../find-port.ts';
import { createThreadLoadReader } from '../load.ts';
import type { IndexProgress } from '../search-index.ts';
import { NodeIndex } from './node-index.ts';

export interface IndexWorkerData {
  url: string;
  secret: string;
}

export type ToIndex =
  | { kind: 'changed'; roomIds: readonly string[] }
  | { kind: 'compare' }
  | ConnectFinder
  | { kind: 'has_followed'; id: number; withinMs: number }
  | { kind: 'read_progress'; id: number }
  | { kind: 'stop' };

export type FromIndex =
  | ({ kind: 'followed' } & Response<boolean>)
  | ({ kind: 'progress' } & Response<IndexProgress | undefined>)
  | { kind: 'failed'; detail: string };

/** The other end of a `PostgresIndex`. */
export function serveIndex(port: MessagePort, { url, secret }: IndexWorkerData): void {
  const post = (message: FromIndex) => port.postMessage(message);
  const index = new NodeIndex({
    url,
    secret,
    clock: systemClock,
    readLoad: createThreadLoadReader(),
    onFailure: error => post({ kind: 'failed', detail: getErrorDetail(error) }),
  });
  const requests = new ReceivedRequests();

  async function receive(message: ToIndex): Promise<void> {
    switch (message.kind) {
      case 'changed':
        return index.follow(message.roomIds);
      case 'compare':
        return index.compare();
      case 'connect':
        return serveFinds(message.port, (query, deadline) => index.find(query, deadline));
      case 'has_followed': {
        const { id, withinMs } = message;
        return post({ kind: 'followed', ...(await requests.respond(id, () => index.hasFollowed(withinMs))) });
      }
      case 'read_progress':
        return post({
          kind: 'progress',
          ...(await requests.respond(message.id, () => index.readProgress())),
        });
      case 'stop':
        return index.close().finally(() => port.close());
    }
  }

  port.on('message', (message: ToIndex) => void receive(message));
}
