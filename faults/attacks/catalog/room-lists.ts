import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'the list of rooms, page after page, over HTTP',
  run: async attacker => {
    await attacker.command('list_rooms', { limit: 50 });
  },
};
