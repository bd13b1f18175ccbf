import type { Chat } from '@snug/client';
import type { AccountDeletion } from '@snug/protocol';
import { requestWaysIn } from '../ways-in/due-ways-in.ts';
import { postAccount } from './post-account.ts';
import { endSessionAfter } from './session.ts';

/** Rejects with an `AccountError`. */
export function signOut(): Promise<void> {
  return endSessionAfter(() => postAccount('auth/sign-out', {}));
}

/** Rejects with an `AccountError`. */
export function deleteAccount(input: AccountDeletion): Promise<void> {
  return endSessionAfter(() => postAccount('account/delete', input));
}

/** Ends all sessions of the person, on all devices. The next sign-in here shows what still opens the account. Rejects with a `CommandError`. */
export function signOutEverywhere(chat: Chat): Promise<void> {
  return endSessionAfter(async () => {
    const uid = chat.me.get()?.uid;
    await chat.connection.command('sign_out_everywhere', {});
    if (uid !== undefined) requestWaysIn(uid);
    await postAccount('auth/sign-out', {}).catch(() => {});
  });
}
