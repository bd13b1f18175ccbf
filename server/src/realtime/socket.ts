import type { Socket } from 'node:net';
import { CLOSE } from '@snug/protocol';
import type { WebSocket } from 'ws';
import type { Transport } from './connection.ts';

/**
 * A WebSocket as a transport. Frames are written to the TCP socket below it as they are: they were encoded once
 * for everyone, and joined they leave in one system call. Nothing else of the connection is compressed or
 * fragmented, so this cannot fall into the middle of a frame that `ws` writes.
 */
export function socketTransport(webSocket: WebSocket, socket: Socket): Transport {
  return {
    write: ({ bytes }) => void socket.write(bytes),
    unreadBytes: () => socket.writableLength,
    ping: () => webSocket.ping(),
    close(code, reason) {
      webSocket.close(code, reason);
      // Who is sent away for asking too much is not read any more: its frames would cost as before.
      if (code === CLOSE.tryLater) webSocket.pause();
    },
    terminate: () => webSocket.terminate(),
  };
}
