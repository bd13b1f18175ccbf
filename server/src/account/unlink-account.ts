import { CommandError, type CommandOutput, type ProviderId } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { deleteAccounts, listSignInMethods, PASSWORD_PROVIDER } from './account-store.ts';
import { listLinkedAccounts } from './linked-accounts.ts';
import { addNotice } from './notices/notices.ts';

export interface UnlinkInput {
  provider: ProviderId;
  name: string;
  offeredProviders: readonly ProviderId[];
}

/** Holds the lock of its person, so the second of two concurrent calls cannot remove the last sign-in method. */
export const unlinkAccount: Mutation<UnlinkInput, CommandOutput<'unlink_account'>> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { provider, name, offeredProviders }) {
    const { uid } = call;
    const methods = await listSignInMethods(db, uid);
    if (!methods.includes(provider)) throw new CommandError('not_found');
    const remaining = methods.filter(way => way !== provider);
    const usable = new Set<string>([PASSWORD_PROVIDER, ...offeredProviders]);
    if (!remaining.some(way => usable.has(way)))
      throw new CommandError('forbidden', `You cannot disconnected from ${name}`);
    await deleteAccounts(db, uid, provider);
    const { publication } = await addNotice(db, call, 'account_unlinked');
    return { output: { accounts: await listLinkedAccounts(db, uid) }, publications: [publication] };
  },
};
