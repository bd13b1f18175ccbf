import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'catch-ups over HTTP in a room of 490 messages of 30 kB',
  run: async (attacker, { largeRoomId }) => {
    await attacker.command('catch_up', { roomId: largeRoomId, since: 1 });
  },
};
