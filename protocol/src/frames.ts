import * as v from 'valibot';
import type { ErrorCode } from './errors.ts';
import type { Event } from './events.ts';

/** What a client sends over the socket, as JSON text. `id` is its own, to tell the answers apart. */
export const ClientFrame = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger()),
  command: v.string(),
  input: v.unknown(),
});
export type ClientFrame = v.InferOutput<typeof ClientFrame>;

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** After how many seconds another try is welcome. */
  retryAfter?: number;
}

/** What the server sends: the answer to one command, or what happened. */
export type ServerFrame =
  | { id: number; ok: unknown }
  | { id: number; error: ErrorBody }
  | { events: Event[] };

/** Close codes (RFC 6455, 7.4.2): from 4000 on they are ours. After these a client does not simply return. */
export const CLOSE_CODE = {
  /** The server is going down for a moment: come back. */
  restart: 1012,
  /** The server has too much to do: come back later. */
  tryLater: 1013,
  invalidFrame: 1007,
  tooLarge: 1009,
  internal: 1011,
  unauthenticated: 4401,
  /** The other side said nothing for `SILENCE_MS`. */
  heartbeatTimeout: 4408,
  /** The client speaks another version of the protocol: load the page again. */
  outdated: 4426,
  /** The reader took too little for too long: come back and catch up. */
  slowConsumer: 4429,
} as const;

/** The close reason that wants a client back after so many seconds. */
export function retryAfterReason(seconds: number): string {
  return `retry after ${seconds}`;
}

const RETRY_AFTER = /^retry after (\d{1,4})$/;

/** After how many seconds the server wants a client back that it closes with such a reason: `retry after 30`. */
export function parseRetryAfter(code: number, reason: string): number | undefined {
  if (code !== CLOSE_CODE.restart && code !== CLOSE_CODE.tryLater) return undefined;
  const [, seconds] = RETRY_AFTER.exec(reason) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
