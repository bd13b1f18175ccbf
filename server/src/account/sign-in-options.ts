import type { SignInOptions } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { type FixedSettings, readSetting } from '../workspace/settings/settings.ts';
import { hasAccounts } from './account-store.ts';

/** What decides who can sign up, and changes while the server runs. */
export async function readSignInOptions(
  db: Db,
  fixed: FixedSettings,
): Promise<Pick<SignInOptions, 'signUp' | 'name' | 'isNew'>> {
  const [signUp, name, isUsed] = await Promise.all([
    readSetting(db, fixed, 'sign_up'),
    readSetting(db, fixed, 'workspace_name'),
    hasAccounts(db),
  ]);
  return { signUp, name, ...(!isUsed && { isNew: true }) };
}
