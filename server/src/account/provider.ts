import { APIError, getOAuthState } from 'better-auth/api';
import { createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2';
import { getErrorMessage } from '../base/error-detail.ts';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { canSignUp } from './browser-invite.ts';
import type { ClaimFromState } from './claims/provider-claim.ts';
import { findClaim, hasClaim } from './directory-claims.ts';
import { type Claims, discoverProvider, fetchClaims, fetchTokens, readIdToken } from './provider-client.ts';
import { ProviderProblem, setDirectoryAdmin, setReason } from './provider-problem.ts';
import { getSubject, placeholderEmail, toNewUser } from './provider-profile.ts';

export interface ProviderOptions {
  secret: string;
  /** Undefined where nobody claims an account. */
  claimFromState?: ClaimFromState | undefined;
  /** Receives the cause of each unusable response of a provider, which people do not see. */
  onFailure: (error: Error) => void;
}

/** A provider for the accounts library: the authorization code flow with PKCE, and no other. */
export function createProvider(
  settings: ProviderSettings,
  { secret, claimFromState, onFailure }: ProviderOptions,
): OAuthProvider<{ subject: string }> {
  const { id, name, clientId, issuer } = settings;
  const report = (error: unknown) => onFailure(toFailure(name, error));
  return {
    id,
    name,
    issuer,
    requiresIdTokenNonce: issuer !== undefined,
    options: {
      get disableSignUp() {
        return !canSignUp();
      },
    },
    accountSubject: ({ profile }) => profile.subject,

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorize } = await discoverProvider(settings).catch((error: unknown) => {
        report(error);
        throw createStartError(name, error);
      });
      if (!authorize) throw createStartError(name);
      return createAuthorizationURL({
        id,
        options: { clientId },
        authorizationEndpoint: authorize,
        scopes: settings.scopes,
        state,
        codeVerifier,
        redirectURI,
        nonce: idTokenNonce,
      });
    },

    async validateAuthorizationCode(grant) {
      try {
        // A code of one provider with the state of another is a mix-up attack (RFC 9700, section 4.4).
        if ((await getOAuthState())?.serverContext?.provider !== id)
          throw new Error('the state belongs to another provider');
        return await fetchTokens(settings, await discoverProvider(settings), grant);
      } catch (error) {
        report(error);
        return null;
      }
    },

    async getUserInfo({ expectedIdTokenNonce, ...tokens }) {
      try {
        const metadata = await discoverProvider(settings);
        const claims = issuer
          ? await readIdToken(settings, metadata, tokens, expectedIdTokenNonce)
          : await fetchClaims(metadata, tokens.accessToken);
        const subject = getSubject(settings, claims);
        applyDirectory(settings, claims);
        const user = toNewUser(claims, placeholderEmail(secret, id, subject));
        await claimFromState?.((await getOAuthState())?.serverContext?.claim, { id, subject, user });
        return { user, data: { subject } };
      } catch (error) {
        report(error);
        return null;
      }
    },
  };
}

/** Throws a problem for a person without the required claim. The log gets no value of a claim: it could name the person. */
function applyDirectory({ requiredClaim, adminClaim }: ProviderSettings, claims: Claims): void {
  if (requiredClaim && !hasClaim(claims, requiredClaim)) {
    const { path, value } = requiredClaim;
    const next =
      findClaim(claims, path) === undefined
        ? `The provider sends no claim ${path}: let it add one to the id token or the userinfo of this client`
        : `Its claim ${path} has other values: add the person at the provider`;
    throw new ProviderProblem('claim', `the account has no ${path}=${value} (OIDC_REQUIRED_CLAIM). ${next}`);
  }
  if (adminClaim) setDirectoryAdmin(hasClaim(claims, adminClaim));
}

/** For the log. The page gets only the reason. */
function toFailure(name: string, error: unknown): Error {
  setReason(error);
  const detail = getErrorMessage(error);
  return new Error(`Signing in with ${name} failed: ${detail}`, { cause: error });
}

function createStartError(name: string, error?: unknown): APIError {
  const isIssuer = error instanceof ProviderProblem && error.reason === 'issuer';
  const code = isIssuer ? 'provider_issuer' : 'PROVIDER_UNREACHABLE';
  return new APIError('BAD_GATEWAY', { code, message: `Couldn't reach ${name}` });
}
