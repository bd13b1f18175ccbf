import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import type { PasskeyOptions } from '@snug/protocol';
import { postAccount, requestFromAccount } from '../sign-in/post-account.ts';
import { loadSession } from '../sign-in/session.ts';
import { toPasskeyErrorText } from './passkey-error.ts';

let hasPrompt = false;

/** Whether `signInWithPasskey` runs. */
export function isPrompting(): boolean {
  return hasPrompt;
}

/** Resolves to a text if the browser returns no passkey. Rejects with an `AccountError`. */
export async function signInWithPasskey(): Promise<string | undefined> {
  hasPrompt = true;
  try {
    const optionsJSON = await beginSignIn();
    const credential = await startAuthentication({ optionsJSON }).catch(toPasskeyErrorText);
    if (typeof credential === 'string') return credential;
    await finishSignIn(credential);
    return undefined;
  } finally {
    hasPrompt = false;
  }
}

/** Rejects with an `AccountError`. */
export async function beginSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { options } = await requestFromAccount<PasskeyOptions>('account/passkey-sign-in/begin', {});
  return options as PublicKeyCredentialRequestOptionsJSON;
}

/** Rejects with an `AccountError`. */
export async function finishSignIn(credential: AuthenticationResponseJSON): Promise<void> {
  await postAccount('account/passkey-sign-in', { credential });
  await loadSession();
}
