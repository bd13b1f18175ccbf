import type { ErrorBody } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';
import { strings } from '../../strings/strings.ts';

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

/** `path`: below `/api/`. Rejects with an `AccountError`. */
export async function requestAccount(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`/api/${path}`, init).catch(() => {
    throw createUnreachableError();
  });
  if (response.ok) return response;
  const error = await readError(response);
  if (response.status >= 500 && !/^provider_/i.test(error.code ?? '')) throw createUnreachableError();
  throw new AccountError(error.code ?? '', error.message ?? strings.shell.genericError);
}

/** Like `requestAccount`, with the answer. */
export async function readAccount<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await requestAccount(path, init);
  return response.json().catch(() => {
    throw createUnreachableError();
  });
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
  return (await readAccount<{ user: Account } | null>('auth/get-session'))?.user;
}
