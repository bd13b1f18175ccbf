import type { ServerResponse } from 'node:http';

/**
 * Runs the callback when the response has ended, or its connection has. A client can disconnect before the handler of its request begins:
 * the event does not come again.
 */
export function onClose(response: ServerResponse, run: () => void): void {
  if (response.closed) run();
  else response.once('close', run);
}
