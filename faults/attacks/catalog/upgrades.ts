import type { Attack } from '../attack.ts';

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const PATHS = ['/', '/nothing', '/%', '/api/live', '/api/docs', `/${'x'.repeat(8_000)}`];

export const attack: Attack = {
  description: 'upgrade requests that fail',
  run: async attacker => {
    const path = PATHS[attacker.tally.asked % PATHS.length] ?? '/';
    await attacker.http('GET', path, '', { ...UPGRADE, origin: 'http://evil.example' });
  },
};
