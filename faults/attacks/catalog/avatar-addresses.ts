import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'addresses of pictures that are not there, each of them another one',
  run: async (attacker, { uids }) => {
    const uid = uids[attacker.tally.asked % uids.length] ?? '';
    const mark = randomBytes(16).toString('hex');
    await attacker.http('GET', `/avatars/${uid}/${mark}.png?${attacker.tally.asked}`);
  },
};
