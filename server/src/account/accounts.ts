import type { SignedCodes } from '../base/signed-codes.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect } from '../db/store.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { TokenWriter } from '../programs/tokens/tokens.ts';
import type { AccountQueryWriter } from './account-mutations.ts';
import { createAuth } from './auth.ts';
import { createAccountsDatabase } from './auth-dialect.ts';
import { createClaimFromState } from './claims/provider-claim.ts';
import { createPasskeyServices } from './passkeys/passkey-services.ts';
import type { PasswordHash } from './passwords/password-hash.ts';
import { RequestAuthenticator } from './request-authenticator.ts';
import { SessionAuthenticator } from './session-authenticator.ts';
import type { SessionEvents } from './session-hooks.ts';
import { TokenAuthenticator } from './token-authenticator.ts';
import { CodeVerifier } from './two-step/code-verifier.ts';

export interface AccountsOptions {
  config: Pick<Config, 'origins' | 'providers'>;
  secret: string;
  read: Db;
  writer: AccountQueryWriter & TokenWriter;
  dialect: EngineDialect;
  now: () => number;
  sessionEvents: SessionEvents;
  limits: RateLimits;
  webhookCodes: SignedCodes;
  passwordHash?: PasswordHash;
  onFailure: (error: unknown) => void;
}

export function createAccounts(options: AccountsOptions) {
  const { read, writer, dialect } = options;
  const database = createAccountsDatabase(read, writer, dialect);
  const auth = createAuth({ ...options, database, claimFromState: createClaimFromState(writer) });
  const sessions = new SessionAuthenticator({ ...options, auth });
  const tokens = new TokenAuthenticator(options);
  const callers = new RequestAuthenticator({ sessions, tokens });
  const passkeys = createPasskeyServices(options);
  return { auth, sessions, tokens, callers, codes: new CodeVerifier(options), passkeys };
}
