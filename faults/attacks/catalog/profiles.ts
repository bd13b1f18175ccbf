import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'new names and statuses, which all who see the person receive',
  run: async attacker => {
    const text = `Eve ${'x'.repeat(60)}${attacker.tally.asked}`;
    if (attacker.tally.asked % 2 === 0) await attacker.command('set_nickname', { name: text });
    else await attacker.command('set_status', { text });
  },
};
