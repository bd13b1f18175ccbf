import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { CommandError } from '@snug/protocol';
import { ReceivedRequests, type Response, SentRequests } from '../base/thread-requests.ts';
import type { IndexPage, IndexQuery, SearchIndex } from './search-index.ts';

type ToFinder =
  | { kind: 'find'; id: number; query: IndexQuery }
  /** The time of a `find` is over. */
  | { kind: 'hurry'; id: number };

/** To a thread that passes the port to `serveFinds`. */
export interface ConnectFinder {
  kind: 'connect';
  port: MessagePort;
}

/** The other end of a port of `thread`. Throws `unavailable` if no thread runs. */
export function connectFinder(thread: Worker | undefined): MessagePort {
  if (!thread) throw new CommandError('unavailable');
  const { port1, port2: port } = new MessageChannel();
  thread.postMessage({ kind: 'connect', port } satisfies ConnectFinder, [port]);
  return port1;
}

/** Finds for another thread, until either of them ends. */
export function serveFinds(port: MessagePort, find: SearchIndex['find']): void {
  const requests = new ReceivedRequests();
  const respond = async (id: number, query: IndexQuery) => {
    const response: Response<IndexPage> = await requests.respond(id, deadline => find(query, deadline));
    port.postMessage(response);
  };
  port.on('message', (message: ToFinder) => {
    if (message.kind === 'hurry') requests.hurry(message.id);
    else void respond(message.id, message.query);
  });
  // It must not keep a thread alive that stops.
  port.unref();
}

/**
 * The index of another thread. A query can name 1,000 rooms and a page 400 messages: on their way through the main thread, everything else
 * would wait for their copies.
 */
export class RemoteIndex implements Pick<SearchIndex, 'find'> {
  readonly #connect: () => Promise<MessagePort>;
  readonly #finds = new SentRequests<IndexPage>();
  #port: Promise<MessagePort> | undefined;

  /** `connect`: to a thread that calls `serveFinds`. */
  constructor(connect: () => Promise<MessagePort>) {
    this.#connect = connect;
  }

  async find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    this.#port ??= this.#open();
    const port = await this.#port;
    const post = (message: ToFinder) => port.postMessage(message);
    return this.#finds.sendInTime(deadline, {
      post: id => post({ kind: 'find', id, query }),
      hurry: id => post({ kind: 'hurry', id }),
    });
  }

  async #open(): Promise<MessagePort> {
    try {
      const port = await this.#connect();
      port.on('message', (response: Response<IndexPage>) => this.#finds.receive(response));
      port.on('close', () => this.#forget());
      port.unref();
      return port;
    } catch (error) {
      this.#port = undefined;
      throw error;
    }
  }

  /** The other thread has ended. */
  #forget(): void {
    this.#port = undefined;
    this.#finds.refuseAll();
  }
}
