import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import {
  addOAuthServerContext,
  createAuthMiddleware,
  getOAuthState,
  getSessionFromCtx,
} from 'better-auth/api';
import { createProvider, type ProviderOptions } from './provider.ts';
import type { ProviderSettings } from './providers.ts';

const START_PATHS = ['/sign-in/social', '/link-social'];

/** Offers providers to the accounts library, and binds each way through one of them to who began it. */
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

/** What is noted here travels in the state, which the library keeps and no one else can write. */
async function bindToSession(context: GenericEndpointContext): Promise<void> {
  const { provider } = (context.body ?? {}) as { provider?: unknown };
  const session = context.path === '/link-social' ? await getSessionFromCtx(context) : null;
  await addOAuthServerContext({ provider, sessionId: session?.session.id });
}

/**
 * Refuses to link an account unless the session that began it is the one that ends it: the library's cookie only
 * proves that it is the same browser, where somebody else may have signed in meanwhile.
 */
export async function refuseForeignLink(
  { source }: { source: { action: string } },
  context: GenericEndpointContext,
): Promise<void | { error: string }> {
  if (source.action !== 'link-account') return;
  const initiatingSessionId = (await getOAuthState())?.serverContext?.sessionId;
  const session = await getSessionFromCtx(context);
  if (!session || session.session.id !== initiatingSessionId) return { error: 'session_changed' };
}
