import type { ProviderId } from '@snug/protocol';
import { requestAccount } from './accounts.ts';

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
  await post(path, body);
}

/** Like `postAccount`, with the answer. */
export async function requestFromAccount<Answer>(path: Path, body: Record<string, unknown>): Promise<Answer> {
  return (await (await post(path, body)).json()) as Answer;
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
  const response = await post(`auth/${path}`, {
    provider,
    callbackURL: done,
    errorCallbackURL: error,
    disableRedirect: true,
    ...proof,
  });
  return ((await response.json()) as { url: string }).url;
}

function post(path: string, body: object): Promise<Response> {
  return requestAccount(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
