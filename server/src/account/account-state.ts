import type { CommandOutput } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { findAccountLabel } from './emails/account-label.ts';
import { isVerified } from './emails/email-store.ts';
import { listPasskeys } from './passkeys/passkey-store.ts';
import { findPasswordHash } from './passwords/password-store.ts';
import { isFresh } from './session-expiry.ts';
import { findSignInTime } from './session-store.ts';
import { countRecoveryCodes, hasTwoStep } from './two-step/two-step-store.ts';

/** How the person signs in. `hasMail`: whether the server can confirm addresses. */
export async function readAccountState(
  db: Db,
  { uid, sessionId, now }: { uid: string; sessionId: string; now: number },
  hasMail: boolean,
): Promise<CommandOutput<'get_account'>> {
  const email = await findAccountLabel(db, uid);
  return {
    ...(email !== undefined && { email }),
    ...(hasMail && { isVerified: await isVerified(db, uid) }),
    ...((await hasTwoStep(db, uid)) && { twoStep: { recoveryCodes: await countRecoveryCodes(db, uid) } }),
    passkeys: (await listPasskeys(db, uid)).length,
    hasPassword: (await findPasswordHash(db, uid)) !== null,
    isFresh: isFresh((await findSignInTime(db, sessionId)) ?? 0, now),
  };
}
