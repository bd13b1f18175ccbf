import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import type { PasskeyOptions } from '@snug/protocol';
import { postAccount, requestFromAccount } from '../sign-in/post-account.ts';
import { loadSession } from '../sign-in/session.ts';
import { toPasskeyErrorText } from './passkey-error.ts';

/** Resolves to a text if the browser returns no passkey. Rejects with an `AccountError`. */
export async function signInWithPasskey(): Promise<string | undefined> {
  const { options } = await requestFromAccount<PasskeyOptions>('account/passkey-sign-in/begin', {});
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON }).catch(toPasskeyErrorText);
  if (typeof credential === 'string') return credential;
  await postAccount('account/passkey-sign-in', { credential });
  await loadSession();
  return undefined;
}
