import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export interface RequestContext {
  /** In the response, in its error, and in each line of the log. */
  id: string;
  /** Of the client's or the proxy's trace, to join their records with the log (W3C Trace Context). */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** 12 hexadecimal digits: short enough to be read out. */
export function newRequestId(): string {
  return randomUUID().slice(-12);
}

/** `run` and all that it starts belong to this request. Work that requests share belongs to none: `undefined`. */
export function runInRequest<Result>(context: RequestContext | undefined, run: () => Result): Result {
  return storage.run(context, run);
}

/** Undefined outside of a request. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore();
}
