import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'large unread responses over HTTP, 4 or 20 on each connection',
  run: async (attacker, { largeRoomId }) => {
    const body = JSON.stringify({ roomId: largeRoomId, since: 1 });
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    await attacker.sendWithoutReading(
      (attacker.buildRequestHead('POST', '/api/catch_up', headers) + body).repeat(attacker.lane % 2 ? 4 : 20),
    );
    await wait(200);
  },
};
