import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'new names, which all who see the person receive',
  run: async attacker => {
    await attacker.command('set_nickname', { name: `Eve ${'x'.repeat(60)}${attacker.tally.asked}` });
  },
};
