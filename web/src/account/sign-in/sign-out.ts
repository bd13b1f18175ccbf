import type { Chat } from '@snug/client';
import type { AccountDeletion } from '@snug/protocol';
import { notifySetting } from '../../notifications/device/notify-setting.ts';
import { leaveDevice } from '../../notifications/device/turn-off.ts';
import { requestWaysIn } from '../ways-in/due-ways-in.ts';
import { postAccount } from './post-account.ts';
import { endSessionAfter } from './session.ts';

/** Rejects with an `AccountError`. */
export function signOut(): Promise<void> {
  return endSession(() => postAccount('auth/sign-out', {}));
}

/** Rejects with an `AccountError`. */
export function deleteAccount(input: AccountDeletion): Promise<void> {
  return endSession(() => postAccount('account/delete', input));
}

/** Ends all sessions of the person, on all devices. The next sign-in here shows what still opens the account. Rejects with a `CommandError`. */
export function signOutEverywhere(chat: Chat): Promise<void> {
  return endSession(async () => {
    const uid = chat.me.get()?.uid;
    await chat.connection.command('sign_out_everywhere', {});
    if (uid !== undefined) requestWaysIn(uid);
    await postAccount('auth/sign-out', {}).catch(() => {});
  });
}

/** This browser receives no pushes any more when the session has ended. */
async function endSession(requestSignOut: () => Promise<void>): Promise<void> {
  await leaveDevice();
  await endSessionAfter(requestSignOut).catch(error => {
    // The next start of the page subscribes again.
    if (notifySetting.get() === 'again') notifySetting.set('on');
    throw error;
  });
}
