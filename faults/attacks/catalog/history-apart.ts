import { randomInt } from 'node:crypto';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description:
    'pages of history from everywhere in a room of long messages, forwards and backwards, over sockets',
  run: async (attacker, { largeRoomId }) => {
    const socket = await attacker.socket();
    const frame = () => {
      const place = attacker.lane % 2 ? { before: randomInt(489) + 2 } : { after: randomInt(489) };
      return JSON.stringify({
        id: 1,
        command: 'get_messages',
        input: { roomId: largeRoomId, limit: 100, ...place },
      });
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
