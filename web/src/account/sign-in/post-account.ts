import type { ProviderId } from '@snug/protocol';
import { readAccount, requestAccount } from './accounts.ts';

type Path =
  | 'auth/sign-in/email'
  | 'auth/sign-up/email'
  | 'auth/sign-out'
  | 'account/password'
  | 'account/email'
  | 'account/delete'
  | 'account/recovery'
  | 'account/claim'
  | 'account/sign-in-code'
  | 'account/sign-in-code/cancel'
  | 'account/two-step/begin'
  | 'account/two-step/turn-on'
  | 'account/two-step/recovery-codes'
  | 'account/two-step/turn-off'
  | 'account/passkeys/begin'
  | 'account/passkeys/add'
  | 'account/passkeys/remove'
  | 'account/passkey-sign-in/begin'
  | 'account/passkey-sign-in'
  | 'account/forgotten'
  | 'account/verification'
  | 'account/confirmation'
  | 'list_notices';

/** Rejects with an `AccountError`. */
export async function postAccount(path: Path, body: Record<string, unknown>): Promise<void> {
  await requestAccount(path, createPost(body));
}

/** Like `postAccount`, with the answer. */
export function requestFromAccount<Answer>(path: Path, body: Record<string, unknown>): Promise<Answer> {
  return readAccount(path, createPost(body));
}

/**
 * The URL where the provider asks for consent. It then redirects to one of two paths of Snug, to `error` with an `error`
 * parameter. `password`: of a person who links an account, if they have one. `claim`: with the claim link of this browser. Rejects with an `AccountError`.
 */
export async function fetchProviderUrl(
  path: 'sign-in/social' | 'link-social',
  provider: ProviderId,
  { done, error, ...proof }: { done: string; error: string; password?: string | undefined; claim?: true },
): Promise<string> {
  const body = { provider, callbackURL: done, errorCallbackURL: error, disableRedirect: true, ...proof };
  return (await readAccount<{ url: string }>(`auth/${path}`, createPost(body))).url;
}

function createPost(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}
