import { PROTOCOL_VERSION } from '@snug/protocol';
import type { Dialect } from './dialect.ts';

/** docs/protocol.md */
export const snug: Dialect = {
  request: ({ key }, port) => ({
    path: `/api/live?version=${PROTOCOL_VERSION}`,
    headers: { Cookie: key, Origin: `http://127.0.0.1:${port}` },
  }),
  async enter(line, { room, listens }) {
    await line.hear('"connected"');
    if (!listens) return;
    line.say(JSON.stringify({ id: 0, command: 'open_room', input: { roomId: room } }));
    const answer = await line.hear('{"id":0,');
    if (!answer.startsWith('{"id":0,"ok"')) throw new Error(answer);
  },
  message: ({ room }, id, text) =>
    JSON.stringify({ id, command: 'send_message', input: { roomId: room, id: messageId(id), text } }),
  // Of `message_sent`: the list of rooms tells of the last message, too. Without the quote before, of which a search would
  // stop at hundreds.
  delivery: '_sent"',
  mark: 'text":"',
  answer: { before: '{"id":', taken: ',"ok"' },
};

/** Made by the sender, as clients do, and in the order of time. */
function messageId(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
