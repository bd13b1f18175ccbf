import { CommandError } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { runStatement } from '../people/invites/invited-sign-up.ts';
import { addNotice } from './notices/notices.ts';
import { requireOwnSession } from './own-session.ts';
import type { ProvenLink } from './provider-link.ts';
import { isFresh } from './session-expiry.ts';

type LinkInput = Omit<ProvenLink, 'uid'> & { sql: string; parameters: readonly unknown[] };

/** A statement of the accounts library that links an account to the caller. */
export const linkAccount: Mutation<LinkInput, Awaited<ReturnType<typeof runStatement>>> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { sessionId, provenAt, ...statement }) {
    await requireOwnSession(db, { uid, sessionId });
    if (!isFresh(provenAt, now)) throw new CommandError('forbidden');
    const output = await runStatement(db, statement);
    const { publication } = await addNotice(db, { uid, sessionId, now }, 'account_linked');
    return { output, publications: [publication] };
  },
};
