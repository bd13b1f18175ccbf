import {
  authorizationCodeRequest,
  getOAuth2Tokens,
  type OAuth2Tokens,
  validateToken,
} from 'better-auth/oauth2';
import type { Endpoints, ProviderSettings } from './providers.ts';

const PROVIDER_TIMEOUT_MS = 5_000;

/** What a provider says of somebody, unchecked beyond `sub` or `id`. */
export type Claims = Record<string, unknown>;

/** Where a provider is reached, and how it wants to know that it is Snug who asks. */
export interface ProviderMetadata extends Partial<Endpoints> {
  authentication: 'basic' | 'post';
  /** Where the keys are that sign id tokens; undefined where there are none. */
  jwksUri?: string;
}

/**
 * Where to find everything. An OpenID Connect provider is asked each time: never at the start, which it could
 * hold up, and what it answers is never out of date.
 */
export async function discoverProvider({ issuer, endpoints }: ProviderSettings): Promise<ProviderMetadata> {
  if (!issuer) return { ...endpoints, authentication: 'post' };
  const found = await fetchObject(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  // OpenID Connect Discovery 1.0, section 4.3: or another one could speak in its name.
  if (found.issuer !== issuer) throw new Error(`${issuer} says that its issuer is ${String(found.issuer)}`);
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    ...pickStrings({
      authorize: found.authorization_endpoint,
      token: found.token_endpoint,
      userinfo: found.userinfo_endpoint,
      jwksUri: found.jwks_uri,
    }),
    ...endpoints,
    authentication: Array.isArray(methods) && methods.includes('client_secret_post') ? 'post' : 'basic',
  };
}

function pickStrings<Name extends string>(values: Record<Name, unknown>): Partial<Record<Name, string>> {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

/** Trades a code for tokens (RFC 6749, section 4.1.3). */
export async function fetchTokens(
  { clientId, clientSecret }: ProviderSettings,
  { token, authentication }: ProviderMetadata,
  grant: { code: string; codeVerifier?: string | undefined; redirectURI: string },
): Promise<OAuth2Tokens> {
  if (!token) throw new Error('no token endpoint is known');
  const options = { clientId, clientSecret };
  const { body, headers } = await authorizationCodeRequest({ ...grant, options, authentication });
  return getOAuth2Tokens(await fetchObject(token, { method: 'POST', body, headers }));
}

/** What an OpenID Connect provider signed for this very sign-in, completed by what it tells beside. */
export async function readIdToken(
  { clientId, issuer }: ProviderSettings,
  metadata: ProviderMetadata,
  { idToken, accessToken }: OAuth2Tokens,
  nonce: string | undefined,
): Promise<Claims> {
  if (!idToken || !issuer || !metadata.jwksUri)
    throw new Error('there is no id token, or nothing to check it by');
  const { payload } = await validateToken(idToken, metadata.jwksUri, { audience: clientId, issuer });
  if (!nonce || payload.nonce !== nonce) throw new Error('the id token belongs to another sign-in');
  if (!metadata.userinfo || (payload.name && payload.email)) return payload;
  const claims = await fetchClaims(metadata, accessToken);
  // OpenID Connect Core 1.0, section 5.3.2: or one person's token could carry another one's profile.
  if (claims.sub !== payload.sub) throw new Error('the userinfo endpoint speaks of somebody else');
  return { ...claims, ...payload };
}

export async function fetchClaims({ userinfo }: ProviderMetadata, accessToken?: string): Promise<Claims> {
  if (!userinfo || !accessToken) throw new Error('there is no access token, or nowhere to use it');
  return fetchObject(userinfo, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  });
}

async function fetchObject(url: string, init?: RequestInit): Promise<Claims> {
  // A redirect could carry the secret, the code or the token to where they do not belong.
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached`, { cause: error });
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Error(`${url} answered ${response.status}`);
  return body as Claims;
}
