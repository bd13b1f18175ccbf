import { CommandError } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { runStatement } from '../people/invites/invited-sign-up.ts';
import { addNotice } from './notices/notices.ts';
import type { ProvenLink } from './provider-link.ts';
import { isFresh } from './session-expiry.ts';
import { findSignInTime } from './session-store.ts';

type LinkInput = Omit<ProvenLink, 'uid'> & { sql: string; parameters: readonly unknown[] };

/**
 * A statement of the accounts library that links an account to the caller. A recovery, a new password or a sign-out that was stored
 * meanwhile has ended the session, and so the link.
 */
export const linkAccount: Mutation<LinkInput, Awaited<ReturnType<typeof runStatement>>> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { sessionId, provenAt, ...statement }) {
    if ((await findSignInTime(db, sessionId)) === undefined) throw new CommandError('unauthenticated');
    if (!isFresh(provenAt, now)) throw new CommandError('forbidden');
    const output = await runStatement(db, statement);
    const { publication } = await addNotice(db, { uid, sessionId, now }, 'account_linked');
    return { output, publications: [publication] };
  },
};
