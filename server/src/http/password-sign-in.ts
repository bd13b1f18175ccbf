import type { FastifyRequest } from 'fastify';
import type { Auth } from '../account/auth.ts';
import { watchPassword } from '../account/passwords/password-watch.ts';
import type { Db } from '../db/schema.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { callAuthLibrary } from './auth-library.ts';

export interface PasswordSignInOptions {
  auth: Auth;
  origin: string;
  read: Db;
  limits: RateLimits;
}

/** Counts before the result is known: otherwise a hundred parallel guesses would count as one. */
export async function signInByPassword(
  request: FastifyRequest,
  options: PasswordSignInOptions,
): Promise<Response> {
  const account = readAccountKey(request.body);
  if (account === undefined) return callAuthLibrary(request, options);
  const { limits, read } = options;
  await limits.takeShared('sign_in_failures', account);
  const hasChanged = await watchPassword(read, account);
  const response = await callAuthLibrary(request, options);
  if (!response.ok) return response;
  if (await hasChanged()) return rejectOldPassword(response, options);
  await limits.resetShared('sign_in_failures', account);
  return response;
}

/** A password that changed during the sign-in: the change has ended all sessions, but not yet this one. */
async function rejectOldPassword(response: Response, { auth }: PasswordSignInOptions): Promise<Response> {
  const { token } = (await response.json()) as { token: string };
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteSession(token);
  return Response.json({ code: 'INVALID_EMAIL_OR_PASSWORD' }, { status: 401 });
}

/** Normalized like in the library, so that other spellings do not get limits of their own. */
export function readAccountKey(body: unknown): string | undefined {
  return readEmail(body)?.toLowerCase();
}

export function readEmail(body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : undefined;
}
