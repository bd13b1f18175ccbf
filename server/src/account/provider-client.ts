import {
  authorizationCodeRequest,
  getOAuth2Tokens,
  type OAuth2Tokens,
  validateToken,
} from 'better-auth/oauth2';
import type { Endpoints, ProviderSettings } from '../config/provider-settings.ts';
import { findClaim } from './directory-claims.ts';
import { findClientProblem, ProviderProblem, toTokenProblem } from './provider-problem.ts';

const PROVIDER_TIMEOUT_MS = 5_000;
/** Between Snug and a provider, in both directions. */
const CLOCK_TOLERANCE_S = 60;

/** RFC 6749, section 5.2. */
const ERROR_CODE = /^[a-z_]{1,40}$/;

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
  if (found.issuer !== issuer)
    throw new ProviderProblem(
      'issuer',
      `OIDC_ISSUER is ${issuer}, and the provider calls itself ${String(found.issuer)}. They must be equal, also in their last slash`,
    );
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
  const response = await request(token, { method: 'POST', body, headers });
  // GitHub reports an error with the status 200.
  const problem = findClientProblem(token, response.body ?? {});
  if (problem) throw problem;
  return getOAuth2Tokens(requireObject(token, response));
}

/** The verified claims of this sign-in's id token. The userinfo endpoint adds those that are missing. */
export async function readIdToken(
  { clientId, issuer, requiredClaim, adminClaim }: ProviderSettings,
  metadata: ProviderMetadata,
  { idToken, accessToken }: OAuth2Tokens,
  nonce: string | undefined,
): Promise<Claims> {
  if (!issuer || !metadata.jwksUri)
    throw new ProviderProblem('signature', 'the metadata of the provider have no jwks_uri');
  if (!idToken)
    throw new ProviderProblem('profile', 'the provider sent no id token. Allow the scope openid for Snug');
  const expected = { audience: clientId, issuer, clockTolerance: CLOCK_TOLERANCE_S };
  const { payload } = await validateToken(idToken, metadata.jwksUri, expected).catch((error: unknown) => {
    throw toTokenProblem(error, idToken);
  });
  if (!nonce || payload.nonce !== nonce) throw new Error('the id token belongs to another sign-in');
  const paths = [requiredClaim, adminClaim].flatMap(claim => claim?.path ?? []);
  const hasAll = payload.name && payload.email && paths.every(path => findClaim(payload, path) !== undefined);
  if (!metadata.userinfo || hasAll) return payload;
  const claims = await fetchClaims(metadata, accessToken);
  // OpenID Connect Core 1.0, section 5.3.2: otherwise one person's token could bring another person's profile.
  if (claims.sub !== payload.sub)
    throw new ProviderProblem(
      'profile',
      claims.sub === undefined
        ? `${metadata.userinfo} returned no sub`
        : 'the userinfo endpoint describes another person',
    );
  return { ...claims, ...payload };
}

export async function fetchClaims({ userinfo }: ProviderMetadata, accessToken?: string): Promise<Claims> {
  if (!userinfo || !accessToken) throw new Error('there is no access token, or no userinfo endpoint');
  return fetchObject(userinfo, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  });
}

interface ProviderResponse {
  response: Response;
  /** Undefined if it is no JSON object. */
  body: Claims | undefined;
}

async function fetchObject(url: string, init?: RequestInit): Promise<Claims> {
  return requireObject(url, await request(url, init));
}

async function request(url: string, init?: RequestInit): Promise<ProviderResponse> {
  // A redirect could send the secret, the code or the token to another host.
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ProviderProblem('unreachable', `${url} cannot be reached (${getCause(error)})`, {
      cause: error,
    });
  });
  const body: unknown = await response.json().catch(() => undefined);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return { response, body: isObject ? (body as Claims) : undefined };
}

function requireObject(url: string, { response, body }: ProviderResponse): Claims {
  if (response.ok && body) return body;
  if (response.ok) {
    const type = response.headers.get('content-type') ?? 'without a type';
    throw new ProviderProblem('profile', `${url} returned no JSON object (${type})`);
  }
  if (response.status >= 500) throw new ProviderProblem('unreachable', `${url} returned ${response.status}`);
  const error = typeof body?.error === 'string' && ERROR_CODE.test(body.error) ? ` (${body.error})` : '';
  throw new Error(`${url} returned ${response.status}${error}`);
}

/** `fetch` has one message for all causes. */
function getCause(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
