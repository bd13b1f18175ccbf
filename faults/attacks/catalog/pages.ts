import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'the page of a large room, with its initial state',
  run: async (attacker, { largeRoomId }) => {
    await attacker.http('GET', `/chat/${largeRoomId}`);
  },
};
