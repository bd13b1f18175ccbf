import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'pages of 100 messages of 30 kB over HTTP',
  run: async (attacker, { largeRoomId }) => {
    await attacker.command('get_messages', { roomId: largeRoomId, limit: 100 });
  },
};
