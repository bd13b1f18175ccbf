import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** With properties that Node sets and does not document. */
interface HttpSocket extends Socket {
  _httpMessage?: ServerResponse | null;
  parser?: { onIncoming: () => number } | null;
}

const STOP_PARSING = -1;

/** Responses in progress that a request already waits for. */
const awaited = new WeakSet<ServerResponse>();

/**
 * Node would parse and start all requests that it receives at once, up to 2,600 in 64 kB, in one turn of the event loop. One
 * may wait, because a client can have all bytes of a response before the server has ended it.
 */
export class UnpipelinedRequest extends IncomingMessage {
  constructor(socket: HttpSocket) {
    super(socket);
    const response = socket._httpMessage;
    if (!response) return;
    if (awaited.has(response)) endConnection(socket);
    else awaited.add(response);
  }
}

function endConnection(socket: HttpSocket): void {
  socket.destroy();
  if (socket.parser) socket.parser.onIncoming = () => STOP_PARSING;
}
