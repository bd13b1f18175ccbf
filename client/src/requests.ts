import { CommandError, type ServerFrame } from '@snug/protocol';
import type { Environment } from './environment.ts';

const ANSWER_WITHIN_MS = 20_000;

interface Request {
  resolve(output: unknown): void;
  reject(error: CommandError): void;
  stopTimer(): void;
}

export type Answer = Exclude<ServerFrame, { events: unknown }>;

/** The commands on one connection that have no answer yet. */
export class Requests {
  readonly #environment: Pick<Environment, 'setTimer'>;
  readonly #open = new Map<number, Request>();
  #lastId = 0;

  constructor(environment: Pick<Environment, 'setTimer'>) {
    this.#environment = environment;
  }

  /** A new request: the id to send it under, and the promise of its answer. */
  add(): { id: number; answer: Promise<unknown> } {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const expire = () => this.#take(id)?.reject(new CommandError('timeout'));
    this.#open.set(id, { resolve, reject, stopTimer: this.#environment.setTimer(expire, ANSWER_WITHIN_MS) });
    return { id, answer: promise };
  }

  /** An answer to a request that is not waiting any more is dropped. */
  settle(answer: Answer): void {
    const request = this.#take(answer.id);
    if (!request) return;
    if (!('error' in answer)) return request.resolve(answer.ok);
    const { code, message, retryAfter } = answer.error;
    request.reject(new CommandError(code, message, retryAfter));
  }

  /** The connection is gone: whether the server did what was asked is unknown, so all may be asked again. */
  failAll(): void {
    for (const id of this.#open.keys()) this.#take(id)?.reject(new CommandError('unavailable'));
  }

  #take(id: number): Request | undefined {
    const request = this.#open.get(id);
    this.#open.delete(id);
    request?.stopTimer();
    return request;
  }
}
