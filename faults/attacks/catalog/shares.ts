import type { Attack } from '../attack.ts';

const BODY = Buffer.alloc(200_000, 'x');
const TYPES = ['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'text/plain'];

export const attack: Attack = {
  description: 'posts of 200 kB to the share target and to places of the app that take none',
  run: async attacker => {
    const type = TYPES[attacker.tally.asked % TYPES.length] ?? '';
    const path = ['/share', '/', '/chat/none', '/signin'][attacker.lane % 4] ?? '/';
    await attacker.http('POST', path, BODY, { 'content-type': type });
  },
};
