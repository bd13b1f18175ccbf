import { kyselyAdapter } from '@better-auth/kysely-adapter';
import {
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  PersonName,
  PROVIDER_IDS,
} from '@snug/protocol';
import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import * as v from 'valibot';
import { newId } from '../base/ids.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDatabase } from './auth-dialect.ts';
import { canSignUp } from './browser-invite.ts';
import type { ClaimFromState } from './claims/provider-claim.ts';
import { getCookieSettings } from './cookies.ts';
import { libraryPasswordHash, type PasswordHash } from './passwords/password-hash.ts';
import { createLinkCheck, createProviderPlugin } from './provider-plugin.ts';
import { ABSOLUTE_TIMEOUT_MS } from './session-expiry.ts';
import { createSessionHooks, type SessionEvents } from './session-hooks.ts';

/** The page for errors of a sign-in with a provider that cannot return to its start. It shows the error and links back. */
const LANDING_PATH = '/linking.html';

/** Snug never calls providers on a person's behalf. Without stored tokens, there are none to steal. */
const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};

export interface AuthOptions {
  config: Pick<Config, 'origins' | 'providers'>;
  secret: string;
  database: AccountsDatabase;
  sessionEvents: SessionEvents;
  /** The store's clock. The library has the clock of this process, and other servers may have other ones. */
  now: () => number;
  passwordHash?: PasswordHash | undefined;
  /** Undefined where nobody claims an account. */
  claimFromState?: ClaimFromState | undefined;
  /** Receives the cause of each failed sign-in with a provider, which people do not see. */
  onFailure: (error: Error) => void;
}

export type Auth = ReturnType<typeof createAuth>;

/** Better Auth on Snug's own tables. */
export function createAuth(options: AuthOptions) {
  const {
    config,
    secret,
    database,
    sessionEvents,
    now,
    passwordHash = libraryPasswordHash,
    claimFromState,
    onFailure,
  } = options;
  return betterAuth({
    appName: 'Snug',
    secret,
    baseURL: config.origins[0],
    basePath: '/api/auth',
    trustedOrigins: config.origins,
    // Without transactions: they would block all writes while a password is hashed.
    database: kyselyAdapter(database.db, { type: database.type, transaction: false }),
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: { ...getCookieSettings(config.origins[0]), database: { generateId: newId } },
    user: { modelName: 'users', fields: { image: 'avatar' }, validateUserInfo: createLinkCheck(now) },
    // The lifetime of the cookie. Snug decides when a session expires, so the library's requests must not extend it.
    session: { modelName: 'sessions', expiresIn: ABSOLUTE_TIMEOUT_MS / 1000, disableSessionRefresh: true },
    account: {
      modelName: 'accounts',
      updateAccountOnSignIn: false,
      accountLinking: {
        enabled: true,
        // An e-mail address does not prove identity, even if a provider calls it verified.
        disableImplicitLinking: true,
        // Lets a signed-in person link any account of their own, whatever its address.
        trustedProviders: [...PROVIDER_IDS],
        allowDifferentEmails: true,
      },
    },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: passwordHash,
    },
    // Snug limits the routes itself.
    rateLimit: { enabled: false },
    plugins:
      config.providers.length > 0
        ? [createProviderPlugin(config.providers, { secret, claimFromState, onFailure })]
        : [],
    onAPIError: { errorURL: `${config.origins[0]}${LANDING_PATH}` },
    databaseHooks: createDatabaseHooks(sessionEvents, now),
  });
}

function createDatabaseHooks(
  sessionEvents: SessionEvents,
  now: () => number,
): BetterAuthOptions['databaseHooks'] {
  return {
    // No picture at sign-up: it would be a URL that every viewer's browser fetches.
    user: {
      create: {
        before: async user => {
          if (!canSignUp()) throw new APIError('FORBIDDEN');
          const createdAt = new Date(now());
          const times = { createdAt, updatedAt: createdAt };
          return { data: { ...user, ...times, name: parseName(user.name), image: null } };
        },
      },
    },
    session: createSessionHooks(sessionEvents, now),
    account: {
      create: { before: async () => ({ data: NO_TOKENS }) },
      update: { before: async () => ({ data: NO_TOKENS }) },
    },
  };
}

function parseName(name: string): string {
  const checked = v.safeParse(PersonName, name);
  if (checked.success) return checked.output;
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_NAME',
    message: `Use 1 to ${MAX_NAME_LENGTH} characters for your name, and at least one that people can see`,
  });
}
