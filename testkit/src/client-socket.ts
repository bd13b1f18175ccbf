import type { Socket, SocketHandlers } from '@snug/client';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { WebSocket } from 'ws';

/** How somebody reaches the server: perhaps through something in between, as someone who is signed in. */
export interface ServerAddress {
  /** Scheme, host and port that requests go to. */
  url: string;
  /** The server's own, which a socket has to name. */
  origin: string;
  cookie: string;
}

/** Opens a WebSocket in the shape that the client wants. */
export function openClientSocket({ url, origin, cookie }: ServerAddress, handlers: SocketHandlers): Socket {
  const address = `${url.replace('http', 'ws')}/api/live?version=${PROTOCOL_VERSION}`;
  const socket = new WebSocket(address, { headers: { cookie, origin }, perMessageDeflate: false });
  socket.on('message', data => handlers.onText((data as Buffer).toString()));
  socket.on('close', (code, reason) => handlers.onClose(code, reason.toString()));
  // A close follows each.
  socket.on('error', () => {});
  return {
    send: text => socket.send(text),
    // Whoever closes here has given the wire up: nothing that is still in it may arrive later.
    close: () => socket.terminate(),
  };
}
