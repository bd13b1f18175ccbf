import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'a room of their own whose admins and description change back and forth',
  run: async (attacker, { uids }) => {
    const roomId = randomUUID();
    await attacker.command('create_room', { id: roomId, name: 'Back and forth', description: 'x' });
    const socket = await attacker.socket();
    let count = 0;
    const frame = () => {
      const on = count++ % 2 === 0;
      const description = (on ? '"' : "'").repeat(1_000);
      const uid = uids[count % uids.length];
      return JSON.stringify(
        count % 4 < 2
          ? { id: 1, command: 'edit_room', input: { roomId, description } }
          : { id: 1, command: 'set_admin', input: { roomId, uid, admin: on } },
      );
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
