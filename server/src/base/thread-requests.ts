import { CommandError, type ErrorBody } from '@snug/protocol';
import { getErrorDetail } from './error-detail.ts';

type Failure = Pick<ErrorBody, 'code' | 'message'> | { detail: string };

/** What a thread posts for a request of another one. */
export type Response<Result> = { id: number; result: Result } | { id: number; failure: Failure };

/** Requests to another thread, until their responses arrive. */
export class SentRequests<Result> {
  readonly #pending = new Map<number, PromiseWithResolvers<Result>>();
  #lastId = 0;

  /** `post`: a request with this id. */
  async send(post: (id: number) => void): Promise<Result> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Result>();
    this.#pending.set(id, pending);
    post(id);
    try {
      return await pending.promise;
    } finally {
      this.#pending.delete(id);
    }
  }

  /** As `send`. `hurry`: asks for the response when the deadline is over. */
  async sendInTime(
    deadline: AbortSignal,
    { post, hurry }: { post: (id: number) => void; hurry: (id: number) => void },
  ): Promise<Result> {
    const ended = new AbortController();
    try {
      return await this.send(id => {
        post(id);
        if (deadline.aborted) hurry(id);
        else deadline.addEventListener('abort', () => hurry(id), { signal: ended.signal });
      });
    } finally {
      ended.abort();
    }
  }

  receive(response: Response<Result>): void {
    const pending = this.#pending.get(response.id);
    if ('failure' in response) pending?.reject(toError(response.failure));
    else pending?.resolve(response.result);
  }

  /** The other thread has ended. */
  refuseAll(): void {
    for (const { reject } of this.#pending.values()) reject(new CommandError('unavailable'));
  }
}

/** Requests of another thread, until the responses to them. */
export class ReceivedRequests {
  readonly #deadlines = new Map<number, AbortController>();

  /** `run` ends soon after its signal aborts. */
  async respond<Result>(
    id: number,
    run: (deadline: AbortSignal) => Promise<Result>,
  ): Promise<Response<Result>> {
    const deadline = new AbortController();
    this.#deadlines.set(id, deadline);
    try {
      return { id, result: await run(deadline.signal) };
    } catch (error) {
      return { id, failure: toFailure(error) };
    } finally {
      this.#deadlines.delete(id);
    }
  }

  hurry(id: number): void {
    this.#deadlines.get(id)?.abort();
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  return { detail: getErrorDetail(error) };
}

function toError(failure: Failure): Error {
  return 'code' in failure ? new CommandError(failure.code, failure.message) : new Error(failure.detail);
}
