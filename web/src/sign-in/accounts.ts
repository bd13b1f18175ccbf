import type { ProviderId } from '@snug/protocol';

/** A refusal of the account service. `code` is empty where it gave none. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: string;
  /** Seconds until another try is welcome. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface Account {
  id: string;
  name: string;
  createdAt: string;
}

const UNREACHABLE = 'Snug cannot be reached right now, try again';

async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`/api/auth/${path}`, init).catch(() => {
    throw new AccountError('UNREACHABLE', UNREACHABLE);
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  if (response.status >= 500 && body.code !== 'PROVIDER_UNREACHABLE')
    throw new AccountError('UNREACHABLE', UNREACHABLE);
  if (response.status === 429) {
    const seconds = Number(response.headers.get('X-Retry-After')) || undefined;
    throw new AccountError('TOO_MANY_REQUESTS', 'Too many tries', seconds);
  }
  throw new AccountError(body.code ?? '', body.message ?? 'That did not work');
}

/** Who is signed in with this browser; undefined where nobody is. Rejects with an `AccountError`. */
export async function currentAccount(): Promise<Account | undefined> {
  const response = await call('get-session');
  const body = (await response.json()) as { user: Account } | null;
  return body?.user;
}

/** Rejects with an `AccountError`. */
export async function postAccount(
  path: 'sign-in/email' | 'sign-up/email' | 'sign-out',
  body: Record<string, string>,
): Promise<void> {
  await post(path, body);
}

/**
 * Where the provider asks for consent to sign in, or to link its account to the one that is signed in. From there the
 * way leads to one of two paths of ours, `error` with an `error` in its query. Rejects with an `AccountError`.
 */
export async function providerAddress(
  path: 'sign-in/social' | 'link-social',
  provider: ProviderId,
  { done, error }: { done: string; error: string },
): Promise<string> {
  const response = await post(path, {
    provider,
    callbackURL: done,
    errorCallbackURL: error,
    disableRedirect: true,
  });
  return ((await response.json()) as { url: string }).url;
}

function post(path: string, body: Record<string, string | boolean>): Promise<Response> {
  return call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
