import type { ErrorBody } from '../core/errors.ts';
import type { Event } from './events.ts';

export type ServerFrame =
  | { id: number; ok: unknown }
  | { id: number; error: ErrorBody }
  | { events: Event[] };

/** Close codes (RFC 6455, 7.4.2); those from 4000 on are Snug's own. */
export const CLOSE_CODE = {
  /** The server restarts: reconnect. */
  restart: 1012,
  /** The server is overloaded: reconnect later. */
  tryLater: 1013,
  invalidFrame: 1007,
  tooLarge: 1009,
  internal: 1011,
  unauthenticated: 4401,
  /** The other side sent nothing for `HEARTBEAT_TIMEOUT_MS`. */
  heartbeatTimeout: 4408,
  /** The server does not support the client's protocol version. The reason is the server's version. */
  unsupportedVersion: 4426,
  /** The client left too many bytes unread: reconnect and catch up. */
  slowConsumer: 4429,
} as const;

/** The close reason for a client that should reconnect after so many seconds. */
export function retryAfterReason(seconds: number): string {
  return `retry after ${seconds}`;
}

const RETRY_AFTER = /^retry after (\d{1,4})$/;

/** In seconds, from a reason such as `retry after 30`; undefined if the server gives no time. */
export function parseRetryAfter(code: number, reason: string): number | undefined {
  if (code !== CLOSE_CODE.restart && code !== CLOSE_CODE.tryLater) return undefined;
  const [, seconds] = RETRY_AFTER.exec(reason) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

const VERSION = /^\d{1,6}$/;

/** The server's version in the reason of a close with 4426; undefined if there is none, as from servers before version 4. */
export function parseServerVersion(reason: string): number | undefined {
  return VERSION.test(reason) ? Number(reason) : undefined;
}
