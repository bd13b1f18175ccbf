import { randomBytes } from 'node:crypto';
import { PROTOCOL_VERSION } from '@snug/protocol';
import type { Dialect } from './dialect.ts';

export const snug: Dialect = {
  request: ({ key }, port) => ({
    path: `/api/live?version=${PROTOCOL_VERSION}`,
    headers: { Cookie: key, Origin: `http://127.0.0.1:${port}` },
  }),
  async join(line, { room, isSubscribed }) {
    await line.waitForText('"connected"');
    if (!isSubscribed) return;
    line.sendText(JSON.stringify({ id: 0, command: 'open_room', input: { roomId: room } }));
    const result = await line.waitForText('{"id":0,');
    if (!result.startsWith('{"id":0,"ok"')) throw new Error(result);
  },
  message: ({ room }, id, text) =>
    JSON.stringify({ id, command: 'send_message', input: { roomId: room, id: createMessageId(id), text } }),
  // Not the list of rooms, which contains the last message, too. The first quote occurs hundreds of times in a frame.
  delivery: '_sent"',
  mark: 'text":"',
  result: { before: '{"id":', taken: ',"ok"' },
};

/** Two loads on one server send different messages. */
const LOAD = randomBytes(2).toString('hex');

/** Made by the sender, as clients do, with rising times. */
function createMessageId(number: number): string {
  return `01900000-${LOAD}-7000-8000-${String(number).padStart(12, '0')}`;
}
