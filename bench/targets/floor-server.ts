import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';

const FINAL_TEXT = 0x81;

const [port] = process.argv.slice(2);
const rooms = new Map<string, Socket[]>();

const server = new WebSocketServer({ port: Number(port), host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (webSocket, { url = '', socket }) => {
  const room = rooms.get(url) ?? [];
  rooms.set(url, room);
  room.push(socket);
  webSocket.on('error', () => {});
  webSocket.on('message', data => {
    const frame = encodeFrame(data as Buffer);
    for (const member of room) member.write(frame);
  });
});

/** An unmasked frame of 126 bytes to 64 KiB, like all messages of a load. */
function encodeFrame(payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(4 + payload.length);
  frame[0] = FINAL_TEXT;
  frame[1] = 126;
  frame.writeUInt16BE(payload.length, 2);
  payload.copy(frame, 4);
  return frame;
}
