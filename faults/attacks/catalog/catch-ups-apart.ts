import { randomInt } from 'node:crypto';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'catch-ups from everywhere in a room of long messages, no two alike, so that none is shared',
  run: async (attacker, { largeRoomId }) => {
    await attacker.command('catch_up', { roomId: largeRoomId, since: randomInt(489) });
  },
};
