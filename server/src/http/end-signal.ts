import type { ServerResponse } from 'node:http';
import { onClose } from './on-close.ts';

/** Aborts when the connection ends before the response has. */
export function createEndSignal(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  onClose(response, () => {
    if (!response.writableFinished) ended.abort();
  });
  return ended.signal;
}
