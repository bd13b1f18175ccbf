import type { ErrorBody, ProviderId } from '@snug/protocol';
import { errorText } from '../strings/error-text.ts';
import { strings } from '../strings/strings.ts';

/** An error of the account service. `code` is empty if the response contains none. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Account {
  id: string;
  name: string;
  createdAt: string;
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`/api/auth/${path}`, init).catch(() => {
    throw createUnreachableError();
  });
  if (response.ok) return response;
  const error = await readError(response);
  if (response.status >= 500 && error.code !== 'PROVIDER_UNREACHABLE') throw createUnreachableError();
  throw new AccountError(error.code ?? '', error.message ?? strings.shell.genericError);
}

function createUnreachableError(): AccountError {
  return new AccountError('UNREACHABLE', strings.shell.unreachableNow);
}

/** The account service has its own error format; Snug's rate limit uses the common `error` field. */
async function readError(response: Response): Promise<{ code?: string; message?: string }> {
  const body = (await response.json().catch(() => ({}))) as
    | { error: ErrorBody }
    | { code?: string; message?: string };
  return 'error' in body ? { code: body.error.code, message: errorText(body.error) } : body;
}

/** Undefined if signed out. Rejects with an `AccountError`. */
export async function fetchCurrentAccount(): Promise<Account | undefined> {
  const response = await request('get-session');
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
 * The URL where the provider asks for consent. It then redirects to one of two paths of Snug, to `error` with an `error`
 * parameter. Rejects with an `AccountError`.
 */
export async function fetchProviderUrl(
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
  return request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
