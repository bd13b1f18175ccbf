import { PROVIDER_NAMES } from '@snug/protocol';
import { listSignInMethods, toLinkedAccounts } from '../accounts/account-store.ts';
import type { Handlers } from './command-handler.ts';

export const accountHandlers: Handlers<'list_accounts' | 'unlink_account'> = {
  list_accounts: async ({ read }, { uid }) => ({
    accounts: toLinkedAccounts(await listSignInMethods(read, uid)),
  }),

  unlink_account: ({ writer, providers }, { uid }, { provider }) => {
    const name = providers.find(({ id }) => id === provider)?.name ?? PROVIDER_NAMES[provider];
    const offeredProviders = providers.map(({ id }) => id);
    return writer.write('unlink_account', { uid }, { provider, name, offeredProviders });
  },
};
