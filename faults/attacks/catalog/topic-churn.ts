import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';

/** The maximum of a command and a socket. */
const BATCH_SIZE = 100;
const SETS = Array.from({ length: 6 }, () => Array.from({ length: BATCH_SIZE }, () => randomUUID()));

export const attack: Attack = {
  description: 'summaries of 500 rooms, most of which are not there, followed and left by the hundred',
  run: async (attacker, { roomId, largeRoomId }) => {
    const socket = await attacker.socket();
    let count = 0;
    const frame = () => {
      const [add = [], remove = []] = [SETS[count % SETS.length], SETS[(count + 1) % SETS.length]];
      count++;
      const rooms = [roomId, largeRoomId, ...add.slice(2)].map(id => [id, 0]);
      return JSON.stringify({
        id: 1,
        command: 'watch_rooms',
        input: { add: Object.fromEntries(rooms), remove },
      });
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
