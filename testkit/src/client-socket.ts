import type { Socket, SocketHandlers } from '@snug/client';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { WebSocket } from 'ws';

/** Perhaps of a proxy. */
export interface ServerAddress {
  url: string;
  /** The server's own origin, which a socket must send. */
  origin: string;
  cookie: string;
}

export function openClientSocket({ url, origin, cookie }: ServerAddress, handlers: SocketHandlers): Socket {
  const address = `${url.replace('http', 'ws')}/api/live?version=${PROTOCOL_VERSION}`;
  const socket = new WebSocket(address, { headers: { cookie, origin }, perMessageDeflate: false });
  socket.on('message', data => handlers.onText((data as Buffer).toString()));
  socket.on('close', (code, reason) => handlers.onClose(code, reason.toString()));
  // A close event follows each error.
  socket.on('error', () => {});
  return {
    send: text => socket.send(text),
    // The client has dropped the socket: no frame may arrive later.
    close: () => socket.terminate(),
  };
}
