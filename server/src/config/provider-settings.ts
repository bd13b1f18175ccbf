import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '@snug/protocol';
import * as v from 'valibot';
import { type DirectoryClaim, directoryClaim } from './directory-claim.ts';

export interface Endpoints {
  authorize: string;
  token: string;
  userinfo: string;
}

export interface ProviderSettings {
  id: ProviderId;
  name: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  /** The issuer whose metadata Snug discovers (OpenID Connect); undefined if all endpoints are known. */
  issuer: string | undefined;
  endpoints: Partial<Endpoints>;
  /** Without it, nobody signs in by this provider. */
  requiredClaim?: DirectoryClaim | undefined;
  /** It makes a person a workspace admin at a sign-in, and the next sign-in without it ends that. */
  adminClaim?: DirectoryClaim | undefined;
}

const optionalText = v.optional(v.pipe(v.string(), v.trim()));
const optionalUrl = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      'must be an http or https address',
    ),
  ),
);

export const PROVIDER_VARIABLES = {
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_AUTHORIZE_URL: optionalUrl,
  GOOGLE_TOKEN_URL: optionalUrl,
  GOOGLE_USERINFO_URL: optionalUrl,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: optionalText,
  GITHUB_AUTHORIZE_URL: optionalUrl,
  GITHUB_TOKEN_URL: optionalUrl,
  GITHUB_USERINFO_URL: optionalUrl,
  OIDC_ISSUER: optionalUrl,
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: optionalText,
  OIDC_AUTHORIZE_URL: optionalUrl,
  OIDC_TOKEN_URL: optionalUrl,
  OIDC_USERINFO_URL: optionalUrl,
  OIDC_REQUIRED_CLAIM: v.optional(directoryClaim),
  OIDC_ADMIN_CLAIM: v.optional(directoryClaim),
};

export type ProviderVariables = v.InferOutput<v.ObjectSchema<typeof PROVIDER_VARIABLES, undefined>>;

const PROVIDER_DEFAULTS: Record<ProviderId, { scopes: string[]; endpoints: Partial<Endpoints> }> = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: {
    scopes: ['openid', 'email', 'profile'],
    endpoints: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    },
  },
  // Without a scope, GitHub returns the public profile, which is enough.
  github: {
    scopes: [],
    endpoints: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userinfo: 'https://api.github.com/user',
    },
  },
  oidc: { scopes: ['openid', 'email', 'profile'], endpoints: {} },
};

/** One sentence for the operator; undefined if no provider lacks some of its variables. */
export function findIncompleteProvider(variables: ProviderVariables): string | undefined {
  for (const id of PROVIDER_IDS) {
    const prefix = getVariablePrefix(id);
    const present = Object.entries(variables).find(
      ([name, value]) => name.startsWith(prefix) && value !== undefined,
    );
    const missing = listRequiredVariables(id).find(name => variables[name] === undefined);
    if (present && missing) return `${missing} is not set, but ${present[0]} is.`;
  }
  return undefined;
}

function listRequiredVariables(id: ProviderId): (keyof ProviderVariables)[] {
  const prefix = getVariablePrefix(id);
  const credentials = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const;
  return id === 'oidc' ? ['OIDC_ISSUER', ...credentials] : [...credentials];
}

export function readProviders(variables: ProviderVariables): ProviderSettings[] {
  return PROVIDER_IDS.flatMap(id => readProvider(id, variables) ?? []);
}

function readProvider(id: ProviderId, variables: ProviderVariables): ProviderSettings | undefined {
  const prefix = getVariablePrefix(id);
  const clientId = variables[`${prefix}_CLIENT_ID`];
  const clientSecret = variables[`${prefix}_CLIENT_SECRET`];
  if (!clientId || !clientSecret) return undefined;
  const authorize = variables[`${prefix}_AUTHORIZE_URL`];
  const token = variables[`${prefix}_TOKEN_URL`];
  const userinfo = variables[`${prefix}_USERINFO_URL`];
  const { scopes, endpoints } = PROVIDER_DEFAULTS[id];
  return {
    id,
    name: id === 'oidc' ? getIssuerName(variables) : PROVIDER_NAMES[id],
    clientId,
    clientSecret,
    scopes,
    issuer: id === 'oidc' ? variables.OIDC_ISSUER : undefined,
    endpoints: {
      ...endpoints,
      ...(authorize && { authorize }),
      ...(token && { token }),
      ...(userinfo && { userinfo }),
    },
    ...(id === 'oidc' && {
      requiredClaim: variables.OIDC_REQUIRED_CLAIM,
      adminClaim: variables.OIDC_ADMIN_CLAIM,
    }),
  };
}

function getIssuerName({ OIDC_NAME, OIDC_ISSUER }: ProviderVariables): string {
  return OIDC_NAME ?? (OIDC_ISSUER ? new URL(OIDC_ISSUER).host : PROVIDER_NAMES.oidc);
}

function getVariablePrefix<Id extends ProviderId>(id: Id): Uppercase<Id> {
  return id.toUpperCase() as Uppercase<Id>;
}
