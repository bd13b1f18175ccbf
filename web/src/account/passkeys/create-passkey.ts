import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import type { Passkey } from '@snug/protocol';
import { requestFromAccount } from '../sign-in/post-account.ts';
import { toPasskeyErrorText } from './passkey-error.ts';

/** Resolves to a text if the browser creates no passkey. Rejects with an `AccountError`. */
export async function createPasskey(options: object): Promise<Passkey | string> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON }).catch(toPasskeyErrorText);
  if (typeof credential === 'string') return credential;
  const { passkey } = await requestFromAccount<{ passkey: Passkey }>('account/passkeys/add', { credential });
  return passkey;
}
