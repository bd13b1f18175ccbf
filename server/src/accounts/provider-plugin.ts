import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import {
  addOAuthServerContext,
  createAuthMiddleware,
  getOAuthState,
  getSessionFromCtx,
} from 'better-auth/api';
import type { ProviderSettings } from '../provider-settings.ts';
import { createProvider, type ProviderOptions } from './provider.ts';

const START_PATHS = ['/sign-in/social', '/link-social'];

/** Adds the providers to the accounts library, and binds each sign-in to the session that starts it. */
export function createProviderPlugin(providers: readonly ProviderSettings[], options: ProviderOptions) {
  return {
    id: 'snug-providers',
    init: () => ({
      context: { socialProviders: providers.map(provider => createProvider(provider, options)) },
    }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => START_PATHS.includes(path ?? ''),
          handler: createAuthMiddleware(bindToSession),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The library stores this with the OAuth state, where only the server can write. */
async function bindToSession(context: GenericEndpointContext): Promise<void> {
  const { provider } = (context.body ?? {}) as { provider?: unknown };
  const session = context.path === '/link-social' ? await getSessionFromCtx(context) : null;
  await addOAuthServerContext({ provider, sessionId: session?.session.id });
}

/** Rejects a link that another session started. The library's cookie proves only that the browser is the same. */
export async function refuseForeignLink(
  { source }: { source: { action: string } },
  context: GenericEndpointContext,
): Promise<void | { error: string }> {
  if (source.action !== 'link-account') return;
  const initiatingSessionId = (await getOAuthState())?.serverContext?.sessionId;
  const session = await getSessionFromCtx(context);
  if (!session || session.session.id !== initiatingSessionId) return { error: 'session_changed' };
}
