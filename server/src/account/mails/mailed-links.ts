import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { isUnclaimed } from '../claims/claim-store.ts';
import { findEmail, markVerified } from '../emails/email-store.ts';
import { setEmail } from '../emails/set-email.ts';
import { requireOwnSession } from '../own-session.ts';
import { insertLink, takeLink } from '../recovery/one-time-link-store.ts';

/** Longer than that of an admin's link: a mail may be on its way for minutes. */
const LIFETIME_MS = 60 * 60_000;

export interface MailedLink {
  uid: string;
  email: string;
  kind: 'mailed_recovery' | 'mailed_claim' | 'email';
  /** Of the code in the link. */
  hash: string;
}

/** Replaces the one of this kind before. */
export const createMailedLink: Mutation<MailedLink, object> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { uid, email, kind, hash }) {
    const { now } = call;
    await accessSelf(db, uid);
    await requireOwnSession(db, call);
    // The address may have changed since the request.
    if (kind !== 'email' && (await findEmail(db, uid)) !== email) throw new CommandError('stale');
    if (kind === 'mailed_claim' && !(await isUnclaimed(db, uid))) throw new CommandError('stale');
    await insertLink(db, { hash, userId: uid, kind, email, noticeId: null, expiresAt: now + LIFETIME_MS });
    return { output: {}, publications: [] };
  },
};

/** Verifies the address of the link, which becomes that of the person. Returns the one before, if it was another one. */
export const confirmEmail: Mutation<
  { uid: string; hash: string },
  { email: string; previous: string | undefined }
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { uid, hash }) {
    const link = await takeLink(db, { hash, kind: 'email', uid }, call.now);
    if (!link || link.email === null) throw new CommandError('not_found');
    const previous = await findEmail(db, uid);
    if (previous !== link.email) await setEmail.run(db, { ...call, uid }, { email: link.email });
    await markVerified(db, uid, call.now);
    const output = { email: link.email, previous: previous === link.email ? undefined : previous };
    return { output, publications: [] };
  },
};
