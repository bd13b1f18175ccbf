import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';

const TEXT = '文'.repeat(10_000);

export const attack: Attack = {
  description: 'messages of 30 kB over sockets, in the room where the others are',
  run: async (attacker, { roomId }) => {
    const socket = await attacker.socket();
    const frame = () =>
      JSON.stringify({ id: 1, command: 'send_message', input: { roomId, id: randomUUID(), text: TEXT } });
    if (socket) await attacker.flood(socket, frame, { perTurn: 2 });
  },
  lanes: 30,
};
