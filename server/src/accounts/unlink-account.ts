import { CommandError, type CommandOutput, type ProviderId } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { linkedAccounts, listWays, PASSWORD, removeAccounts } from './account-store.ts';

export interface Unlinking {
  provider: ProviderId;
  /** What the provider is called. */
  name: string;
  /** The providers that sign people in here at present. */
  offered: readonly ProviderId[];
}

/**
 * Takes one way to sign in away, unless it is the last that works. Under the lock of its person, so of two at once the
 * second counts what the first left.
 */
export const unlinkAccount: Mutation<Unlinking, CommandOutput<'unlink_account'>> = {
  locks: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { provider, name, offered }) {
    const ways = await listWays(db, uid);
    if (!ways.includes(provider)) throw new CommandError('not_found');
    const left = ways.filter(way => way !== provider);
    const works = new Set<string>([PASSWORD, ...offered]);
    if (!left.some(way => works.has(way)))
      throw new CommandError('forbidden', `You cannot disconnected from ${name}`);
    await removeAccounts(db, uid, provider);
    return { output: { accounts: linkedAccounts(left) }, publications: [] };
  },
};
