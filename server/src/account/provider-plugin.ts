import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import {
  APIError,
  addOAuthServerContext,
  createAuthMiddleware,
  getOAuthState,
  getSessionFromCtx,
} from 'better-auth/api';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { getClaim } from './claims/provider-claim.ts';
import { createProvider, type ProviderOptions } from './provider.ts';
import { getLinkProof, setProvenLink } from './provider-link.ts';
import { isFresh } from './session-expiry.ts';

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
  const claim = getClaim();
  if (context.path !== '/link-social') return addOAuthServerContext({ provider, ...(claim && { claim }) });
  const proof = getLinkProof();
  if (!proof) throw new APIError('FORBIDDEN');
  await addOAuthServerContext({ provider, ...proof });
}

/**
 * Rejects a link that another session started, and one that nobody has confirmed in the last 10 minutes. The library's cookie proves
 * only that the browser is the same. `now`: the store's clock.
 */
export function createLinkCheck(now: () => number) {
  return async (
    { source }: { source: { action: string } },
    context: GenericEndpointContext,
  ): Promise<void | { error: string }> => {
    if (source.action !== 'link-account') return;
    const { sessionId, provenAt } = (await getOAuthState())?.serverContext ?? {};
    const session = await getSessionFromCtx(context);
    if (!session || session.session.id !== sessionId) return { error: 'session_changed' };
    if (typeof provenAt !== 'number' || !isFresh(provenAt, now())) return { error: 'proof_expired' };
    setProvenLink({ uid: session.user.id, sessionId: session.session.id, provenAt });
  };
}
