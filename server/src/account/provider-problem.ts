import { AsyncLocalStorage } from 'node:async_hooks';

/** What the operator can correct. The page has a text for each: see `provider-error-text.ts`. */
export type ProviderReason =
  | 'unreachable'
  | 'issuer'
  | 'client'
  | 'clock'
  | 'audience'
  | 'signature'
  | 'profile'
  | 'claim'
  | 'linked'
  | 'link_over';

export class ProviderProblem extends Error {
  readonly reason: ProviderReason;

  constructor(reason: ProviderReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The errors of a wrong id, secret or kind of authentication: RFC 6749, section 5.2, and GitHub's own. */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']);

const SIGNATURE_CODES = /^ERR_(?:JWS_|JWK_|JWKS_|JOSE_|JWT_INVALID)/;

/** The claims whose check failed, by reason. */
const CLAIM_REASONS: Readonly<Record<string, ProviderReason>> = {
  exp: 'clock',
  nbf: 'clock',
  iat: 'clock',
  aud: 'audience',
  iss: 'issuer',
};

const CLAIM_TEXTS: Partial<Record<ProviderReason, string>> = {
  clock:
    'the id token is not valid yet or no longer. Compare the clocks of Snug and the provider: 60 s of difference are possible',
  audience: 'the id token is for another client. Check the client id',
  issuer: 'the id token names another issuer. Check OIDC_ISSUER',
};

/** Of a token endpoint, by its `error`. Undefined for an invalid code, which is no fault of a setting. */
export function findClientProblem(url: string, { error }: { error?: unknown }): ProviderProblem | undefined {
  if (typeof error !== 'string' || !CLIENT_ERRORS.has(error)) return undefined;
  return new ProviderProblem(
    'client',
    `${url} returned ${error}: the client id or the client secret is wrong, or the provider expects another kind of client`,
  );
}

/** Names the check that an id token failed, for the errors of the library. */
export function toTokenProblem(error: unknown, idToken: string): ProviderProblem {
  const { code = '', claim = '' } = error as { code?: string; claim?: string };
  const reason = CLAIM_REASONS[claim];
  if (reason) return new ProviderProblem(reason, CLAIM_TEXTS[reason] ?? '', { cause: error });
  if (!SIGNATURE_CODES.test(code))
    return new ProviderProblem('unreachable', 'the keys of the provider cannot be read', { cause: error });
  const text = `the id token cannot be verified. It is signed with ${readAlgorithm(idToken)}; Snug accepts signatures by a key in the jwks_uri of the provider, such as RS256, and none by the client secret (HS256)`;
  return new ProviderProblem('signature', text, { cause: error });
}

function readAlgorithm(idToken: string): string {
  try {
    const { alg } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as {
      alg?: unknown;
    };
    return typeof alg === 'string' && /^[\w-]{1,20}$/.test(alg) ? alg : 'an unknown algorithm';
  } catch {
    return 'an unknown algorithm';
  }
}

interface SignIn {
  reason?: ProviderReason;
  isDirectoryAdmin?: boolean;
}

const signIns = new AsyncLocalStorage<SignIn>();

/** The accounts library reports only that a step failed. */
export async function runWithReason<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; reason: ProviderReason | undefined }> {
  const signIn: SignIn = {};
  const result = await signIns.run(signIn, work);
  return { result, reason: signIn.reason };
}

/** The library passes no claim from the provider to the session. */
export function setDirectoryAdmin(isAdmin: boolean): void {
  const signIn = signIns.getStore();
  if (signIn) signIn.isDirectoryAdmin = isAdmin;
}

/** Whether the directory of this sign-in has the person as an admin. Undefined if it does not decide that. */
export function isDirectoryAdmin(): boolean | undefined {
  return signIns.getStore()?.isDirectoryAdmin;
}

export function setReason(error: unknown): void {
  const signIn = signIns.getStore();
  if (signIn && error instanceof ProviderProblem) signIn.reason = error.reason;
}
