import type { SignInOptions } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

/** `GET /api/providers`: the sign-in methods for the sign-in page and the Dashboard. Public. */
export function providersRoute(
  app: FastifyInstance,
  {
    providers,
    signUp,
    mail,
    passkeys,
  }: Pick<Settings, 'providers' | 'signUp'> & { mail: boolean; passkeys: boolean },
): void {
  const options: SignInOptions = {
    providers: providers.map(({ id, name }) => ({ id, name })),
    signUp,
    ...(mail && { mail }),
    ...(passkeys && { passkeys }),
  };
  app.get('/api/providers', PUBLIC_ROUTE, async () => options);
}
