import type { ServerResponse } from 'node:http';

/** Aborts when the connection ends before the response has. */
export function createEndSignal(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) ended.abort();
  });
  return ended.signal;
}
