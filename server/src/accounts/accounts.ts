import type { SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect } from '../db/store.ts';
import type { Writer } from '../db/writer.ts';
import type { Settings } from '../settings.ts';
import { createAuth } from './auth.ts';
import { splitDatabase } from './auth-dialect.ts';
import { Sessions } from './session-authenticator.ts';
import type { SessionEvents } from './session-hooks.ts';

export interface AccountsOptions {
  settings: Pick<Settings, 'origins' | 'signUp' | 'providers'>;
  secret: string;
  read: Db;
  writer: Writer<SnugMutations>;
  dialect: EngineDialect;
  now: () => number;
  onSession: SessionEvents;
  onFailure: (error: unknown) => void;
}

/** Who may come in, and who is behind a request. */
export function createAccounts(options: AccountsOptions) {
  const { settings, secret, read, writer, dialect, onSession, onFailure } = options;
  const auth = createAuth({
    settings,
    secret,
    database: splitDatabase(read, writer, dialect),
    onSession,
    onFailure,
  });
  return { auth, sessions: new Sessions({ ...options, auth }) };
}
