import type { FastifyRequest } from 'fastify';
import { findUnusedSetup } from '../account/setup/setup.ts';
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
  return code === '' ? undefined : findUnusedSetup(read, code);
}
