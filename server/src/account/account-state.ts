import type { CommandOutput } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { findGuest, type Guest } from '../people/guests/guest-store.ts';
import { findActivePerson } from '../people/profiles/person.ts';
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
  const guest = await findGuest(db, uid);
  return {
    ...(email !== undefined && { email }),
    ...(hasMail && { isVerified: await isVerified(db, uid) }),
    ...((await hasTwoStep(db, uid)) && { twoStep: { recoveryCodes: await countRecoveryCodes(db, uid) } }),
    passkeys: (await listPasskeys(db, uid)).length,
    hasPassword: (await findPasswordHash(db, uid)) !== null,
    isFresh: isFresh((await findSignInTime(db, sessionId)) ?? 0, now),
    ...(guest && { guest: await presentGuest(db, guest) }),
  };
}

/** Whom the guest can ask, also if they are in no room with them. */
async function presentGuest(
  db: Db,
  { until, inviter }: Guest,
): Promise<NonNullable<CommandOutput<'get_account'>['guest']>> {
  const person = inviter === null ? undefined : await findActivePerson(db, inviter);
  return { ...(until !== null && { until }), ...(person && { inviter: person.name }) };
}
