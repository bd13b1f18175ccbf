import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'new rooms with the longest names and descriptions',
  run: async attacker => {
    await attacker.command('create_room', {
      id: randomUUID(),
      name: '"'.repeat(80),
      description: '"'.repeat(1_000),
    });
  },
};
