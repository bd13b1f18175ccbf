import type { SignInOptions } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { readSignInOptions } from '../account/sign-in-options.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

/** `GET /api/providers`: the sign-in methods for the sign-in page and the Dashboard. Public. */
export function providersRoute(
  app: FastifyInstance,
  options: Pick<Config, 'providers' | 'fixed' | 'origins'> & { read: Db; mail: boolean; passkeys: boolean },
): void {
  const { providers, fixed, origins, read, mail, passkeys } = options;
  const constant = {
    providers: providers.map(({ id, name }) => ({ id, name })),
    origins,
    ...(mail && { mail }),
    ...(passkeys && { passkeys }),
  };
  app.get(
    '/api/providers',
    PUBLIC_ROUTE,
    async (): Promise<SignInOptions> => ({ ...constant, ...(await readSignInOptions(read, fixed)) }),
  );
}
