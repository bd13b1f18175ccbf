import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'requests whose bodies trickle in, and silent connections',
  run: async attacker => {
    const headers = { 'content-type': 'application/json', 'content-length': '200000' };
    const socket = await attacker.sendWithoutReading(
      attacker.lane % 2 ? attacker.buildRequestHead('POST', '/api/list_rooms', headers) : '',
    );
    const trickle = setInterval(() => socket.destroyed || socket.write('{'), 500);
    socket.on('close', () => clearInterval(trickle));
    await wait(50);
  },
};
