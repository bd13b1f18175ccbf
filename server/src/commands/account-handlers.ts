import { PROVIDER_NAMES } from '@snug/protocol';
import { listSignInMethods, toLinkedAccounts } from '../accounts/account-store.ts';
import { findEmail } from '../accounts/emails/email-store.ts';
import { findPasswordHash } from '../accounts/passwords/password-store.ts';
import { isPlaceholderEmail } from '../accounts/provider-profile.ts';
import { isFresh } from '../accounts/session-expiry.ts';
import { findSignInTime } from '../accounts/session-store.ts';
import type { Handlers } from './command-handler.ts';

export const accountHandlers: Handlers<'get_account' | 'list_accounts' | 'unlink_account'> = {
  get_account: async ({ read, now }, { uid, sessionId }) => {
    const email = await findEmail(read, uid);
    return {
      ...(email !== undefined && !isPlaceholderEmail(email) && { email }),
      hasPassword: (await findPasswordHash(read, uid)) !== null,
      isFresh: isFresh((await findSignInTime(read, sessionId)) ?? 0, now()),
    };
  },

  list_accounts: async ({ read }, { uid }) => ({
    accounts: toLinkedAccounts(await listSignInMethods(read, uid)),
  }),

  unlink_account: ({ writer, providers }, { uid }, { provider }) => {
    const name = providers.find(({ id }) => id === provider)?.name ?? PROVIDER_NAMES[provider];
    const offeredProviders = providers.map(({ id }) => id);
    return writer.write('unlink_account', { uid }, { provider, name, offeredProviders });
  },
};
