import { type ClaimState, CommandError, type ProviderId } from '@snug/protocol';
import type { Mutation, MutationContext } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { findActivePerson } from '../../people/profiles/person.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { hasProviderAccount, insertProviderAccount } from '../account-store.ts';
import { findAccountLabel } from '../emails/account-label.ts';
import { findEmail, findOwner, markVerified } from '../emails/email-store.ts';
import { setEmail } from '../emails/set-email.ts';
import { assertMaySignIn, insertSession, type NewSession } from '../new-session.ts';
import { storePasswordHash } from '../passwords/password-store.ts';
import { isPlaceholderEmail, type NewUser } from '../provider-profile.ts';
import { deleteLinks, findLink, takeLink } from '../recovery/one-time-link-store.ts';
import { findSourceKind, isUnclaimed, markClaimed } from './claim-store.ts';

/** Of the code in a claim link, and whose account it is, which the link decides. */
export interface ClaimRef {
  uid: string;
  hash: string;
}

/** Whose account the link opens. Undefined if it does not work, for every reason the same. */
export async function readClaim(
  db: Db,
  hash: string,
  now: number,
): Promise<{ uid: string; state: ClaimState } | undefined> {
  const link = (await findLink(db, hash, 'claim', now)) ?? (await findLink(db, hash, 'mailed_claim', now));
  const person = link && (await findActivePerson(db, link.userId));
  if (!person || !(await isUnclaimed(db, person.uid))) return undefined;
  const { uid, name } = person;
  const email = await findAccountLabel(db, uid);
  const source = await findSourceKind(db, uid);
  return { uid, state: { name, ...(email !== undefined && { email }), ...(source && { source }) } };
}

/** Sets the first password and begins a session. `email`: for a person without an address. */
export const claimAccount: Mutation<
  ClaimRef & { passwordHash: string; email?: string | undefined; session: NewSession },
  { email: string; isVerified: boolean }
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { passwordHash, email, session, ...claim }) {
    const own = { ...call, uid: claim.uid };
    const isVerified = await takeClaim(db, own, claim);
    if ((await findAccountLabel(db, own.uid)) === undefined) {
      if (email === undefined) throw new CommandError('invalid_input', 'email: is missing');
      await setEmail.run(db, own, { email });
    }
    await storePasswordHash(db, own.uid, passwordHash, own.now);
    await insertSession(db, own.uid, session, own.now);
    const output = { email: (await findEmail(db, own.uid)) ?? '', isVerified };
    return { output, publications: [] };
  },
};

/** `subject`: as the provider names the person. Their sign-in goes on afterwards, like every other one with the provider. */
export const claimWithProvider: Mutation<
  ClaimRef & { provider: ProviderId; subject: string; user: Pick<NewUser, 'email' | 'emailVerified'> },
  object
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { provider, subject, user, ...claim }) {
    const own = { ...call, uid: claim.uid };
    // Two accounts are never merged.
    if (await hasProviderAccount(db, provider, subject)) throw new CommandError('id_taken');
    await takeClaim(db, own, claim);
    await insertProviderAccount(db, own, provider, subject);
    await adoptEmail(db, own, user);
    return { output: {}, publications: [] };
  },
};

/** Whether the use of the link confirmed the address. Throws `not_found`, and `forbidden` for a suspended person. */
async function takeClaim(db: Db, own: MutationContext, { uid, hash }: ClaimRef): Promise<boolean> {
  const { now } = own;
  const link =
    (await takeLink(db, { hash, kind: 'claim', uid }, now)) ??
    (await takeLink(db, { hash, kind: 'mailed_claim', uid }, now));
  if (!link || !(await isUnclaimed(db, uid))) throw new CommandError('not_found');
  await markClaimed(db, uid, now);
  await accessSelf(db, uid);
  await assertMaySignIn(db, uid, now);
  await deleteLinks(db, uid);
  const isMailed = link.email !== null && link.email === (await findEmail(db, uid));
  if (isMailed) await markVerified(db, uid, now);
  await recordAudit(db, own, { action: 'claim_account', targetId: uid });
  return isMailed;
}

/** A person without an address gets that of the provider, unless somebody has it. */
async function adoptEmail(
  db: Db,
  own: MutationContext,
  { email, emailVerified }: Pick<NewUser, 'email' | 'emailVerified'>,
): Promise<void> {
  if (!isPlaceholderEmail((await findEmail(db, own.uid)) ?? '') || isPlaceholderEmail(email)) return;
  if ((await findOwner(db, email)) !== undefined) return;
  await setEmail.run(db, own, { email });
  if (emailVerified) await markVerified(db, own.uid, own.now);
}
