import type { Socket } from 'node:net';
import { CLOSE } from '@snug/protocol';
import type { WebSocket } from 'ws';
import type { Transport } from './connection.ts';
import type { Frame } from './frame.ts';

/**
 * A WebSocket as a transport. Frames are written to the TCP socket below it as they are: they were encoded once
 * for everyone, and joined they leave in one system call. Nothing else of the connection is compressed or
 * fragmented, so this cannot fall into the middle of a frame that `ws` writes.
 */
export function socketTransport(webSocket: WebSocket, socket: Socket): Transport {
  return {
    write: frames => void socket.write(joined(frames)),
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

let last: { frames: readonly Frame[]; bytes: Buffer } | undefined;

/** The bytes of all frames. In one room everyone is written the same ones in a row, so they are joined once. */
function joined(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first && frames.length === 1) return first.bytes;
  const isSame =
    last?.frames.length === frames.length && last.frames.every((frame, at) => frame === frames[at]);
  if (!last || !isSame) last = { frames, bytes: Buffer.concat(frames.map(({ bytes }) => bytes)) };
  return last.bytes;
}
