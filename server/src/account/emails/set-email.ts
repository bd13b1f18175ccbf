import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { requireOwnSession } from '../own-session.ts';
import { deleteLinks } from '../recovery/one-time-link-store.ts';
import { findOwner, storeEmail } from './email-store.ts';

/** `email`: in lower case, with which the caller signs in from now on. */
export const setEmail: Mutation<{ email: string }, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { email }) {
    const { uid, now } = call;
    await accessSelf(db, uid);
    await requireOwnSession(db, call);
    const owner = await findOwner(db, email);
    if (owner !== undefined && owner !== uid)
      throw new CommandError('id_taken', "There's already an account with this email");
    if (owner === uid) return { output: {}, publications: [] };
    await storeEmail(db, uid, email, now);
    // The owner of the previous mailbox must not recover the account.
    await deleteLinks(db, uid, 'mailed_recovery');
    await deleteLinks(db, uid, 'mailed_claim');
    return { output: {}, publications: [] };
  },
};
