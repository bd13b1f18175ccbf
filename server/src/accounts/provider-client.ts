import {
  authorizationCodeRequest,
  getOAuth2Tokens,
  type OAuth2Tokens,
  validateToken,
} from 'better-auth/oauth2';
import type { Endpoints, ProviderSettings } from '../provider-settings.ts';

const PROVIDER_TIMEOUT_MS = 5_000;

/** A provider's claims about a person, unchecked except for `sub` or `id`. */
export type Claims = Record<string, unknown>;

export interface ProviderMetadata extends Partial<Endpoints> {
  authentication: 'basic' | 'post';
  jwksUri?: string;
}

/** For each sign-in: an unreachable provider must not block the start, and a copy could be out of date. */
export async function discoverProvider({ issuer, endpoints }: ProviderSettings): Promise<ProviderMetadata> {
  if (!issuer) return { ...endpoints, authentication: 'post' };
  const found = await fetchObject(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  // OpenID Connect Discovery 1.0, section 4.3: otherwise another issuer could impersonate this one.
  if (found.issuer !== issuer) throw new Error(`${issuer} names another issuer: ${String(found.issuer)}`);
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

/** Exchanges a code for tokens (RFC 6749, section 4.1.3). */
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

/** The verified claims of this sign-in's id token. The userinfo endpoint adds a missing name or address. */
export async function readIdToken(
  { clientId, issuer }: ProviderSettings,
  metadata: ProviderMetadata,
  { idToken, accessToken }: OAuth2Tokens,
  nonce: string | undefined,
): Promise<Claims> {
  if (!idToken || !issuer || !metadata.jwksUri)
    throw new Error('there is no id token, or no key to verify it with');
  const { payload } = await validateToken(idToken, metadata.jwksUri, { audience: clientId, issuer });
  if (!nonce || payload.nonce !== nonce) throw new Error('the id token belongs to another sign-in');
  if (!metadata.userinfo || (payload.name && payload.email)) return payload;
  const claims = await fetchClaims(metadata, accessToken);
  // OpenID Connect Core 1.0, section 5.3.2: otherwise one person's token could bring another person's profile.
  if (claims.sub !== payload.sub) throw new Error('the userinfo endpoint describes another person');
  return { ...claims, ...payload };
}

export async function fetchClaims({ userinfo }: ProviderMetadata, accessToken?: string): Promise<Claims> {
  if (!userinfo || !accessToken) throw new Error('there is no access token, or no userinfo endpoint');
  return fetchObject(userinfo, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  });
}

async function fetchObject(url: string, init?: RequestInit): Promise<Claims> {
  // A redirect could send the secret, the code or the token to another host.
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached`, { cause: error });
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok || typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Error(`${url} returned ${response.status}`);
  return body as Claims;
}
