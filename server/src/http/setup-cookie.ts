import type { FastifyRequest } from 'fastify';
import { hasSetupCode } from '../account/setup/setup-code-store.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import type { Db } from '../db/schema.ts';
import { LinkCookie } from './link-cookie.ts';

export interface SetupCookieOptions {
  origin: string;
  read: Db;
}

export const setupCookie = new LinkCookie('setup');

/** The hash of the code in the cookie; undefined without one, or if it is used. */
export async function findCookieSetup(
  request: FastifyRequest,
  { origin, read }: SetupCookieOptions,
): Promise<string | undefined> {
  const code = setupCookie.read(request, origin);
  if (code === '') return undefined;
  const hash = hashSecretCode(code);
  return (await hasSetupCode(read, hash)) ? hash : undefined;
}
