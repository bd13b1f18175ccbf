import { PASSWORD } from '@snug/testkit/store-person.ts';
import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'lists of sessions and accounts, profiles of everyone, and accounts that are not linked',
  run: async (attacker, { uids }) => {
    const socket = await attacker.socket();
    let count = 0;
    const frame = () => {
      const uid = uids[count % uids.length];
      const frames = [
        { command: 'list_sessions', input: {} },
        { command: 'list_accounts', input: {} },
        { command: 'get_profile', input: { uid } },
        { command: 'unlink_account', input: { provider: 'github', password: PASSWORD } },
      ];
      return JSON.stringify({ id: 1, ...frames[count++ % frames.length] });
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
