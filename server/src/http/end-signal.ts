import type { ServerResponse } from 'node:http';

/** Aborts when the response has ended, or its connection. */
export function createEndSignal(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  return ended.signal;
}
