import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessPerson } from '../../people/profiles/access.ts';
import { deleteTokensBy } from '../../programs/tokens/token-store.ts';
import { deleteWebhooksBy } from '../../programs/webhooks/webhook-store.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { deleteProviderAccounts } from '../account-store.ts';
import { findEmail } from '../emails/email-store.ts';
import { setEmail } from '../emails/set-email.ts';
import { markUsed } from '../notices/notice-store.ts';
import { deletePasskeys } from '../passkeys/passkey-store.ts';
import { storePasswordHash } from '../passwords/password-store.ts';
import { isPlaceholderEmail } from '../provider-profile.ts';
import { signOutEverywhere } from '../session-mutations.ts';
import { deleteTwoStep } from '../two-step/two-step-store.ts';
import { deleteLinks, findLink, takeLink } from './one-time-link-store.ts';

/** Whose account the link recovers. Undefined if it does not work, for every reason the same. */
export async function readRecovery(
  db: Db,
  hash: string,
  now: number,
): Promise<{ uid: string; name: string; needsEmail: boolean } | undefined> {
  const link =
    (await findLink(db, hash, 'recovery', now)) ?? (await findLink(db, hash, 'mailed_recovery', now));
  if (!link) return undefined;
  const { uid, name } = await accessPerson(db, { uid: link.userId }, link.userId);
  return { uid, name, needsEmail: isPlaceholderEmail((await findEmail(db, uid)) ?? '') };
}

export interface AccountRecovery {
  /** Whose account it is, which the link decides. */
  uid: string;
  /** Of the code in the link. */
  hash: string;
  passwordHash: string;
  /** For a person who has none. */
  email?: string | undefined;
}

/**
 * Sets a password with a recovery link, and ends all sessions, access tokens, outgoing webhooks, passkeys and linked accounts. Returns the first
 * two; the caller of the mutation closes their sockets.
 */
export const recoverAccount: Mutation<AccountRecovery, { sessionIds: string[] }> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { uid, hash, passwordHash, email }) {
    const { now } = call;
    const link =
      (await takeLink(db, { hash, kind: 'recovery', uid }, now)) ??
      (await takeLink(db, { hash, kind: 'mailed_recovery', uid }, now));
    if (!link) throw new CommandError('not_found');
    const own = { ...call, uid };
    if (isPlaceholderEmail((await findEmail(db, uid)) ?? '')) {
      if (email === undefined) throw new CommandError('invalid_input', 'email: is missing');
      await setEmail.run(db, own, { email });
    }
    await storePasswordHash(db, uid, passwordHash, now);
    await deleteLinks(db, uid);
    if (link.noticeId !== null) {
      // The last way in for somebody who lost their phone. A mailbox alone is one step.
      await deleteTwoStep(db, uid);
      await markUsed(db, uid, link.noticeId, now);
      await recordAudit(db, own, { action: 'recover_account', targetId: uid });
    }
    const { output, publications } = await signOutEverywhere.run(db, own, {});
    // An intruder may have created these.
    await deletePasskeys(db, uid);
    await deleteProviderAccounts(db, uid);
    const tokenIds = await deleteTokensBy(db, uid);
    await deleteWebhooksBy(db, uid);
    return { output: { sessionIds: [...output.sessionIds, ...tokenIds] }, publications };
  },
};
