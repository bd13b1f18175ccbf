import type { CommandOutput } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { addNotice } from '../notices/notices.ts';
import { accessAccountForRecovery } from './access.ts';
import { deleteExpired, insertLink } from './one-time-link-store.ts';

const LIFETIME_MS = 15 * 60_000;

/** `hash`: of the code in the link. A caller without `uid` is the command line. */
export const createRecoveryLink: Mutation<
  { uid: string; hash: string },
  Pick<CommandOutput<'create_recovery_link'>, 'expiresAt'>
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, call, { uid, hash }) {
    await accessAccountForRecovery(db, call.uid, uid);
    const { id: noticeId, publication } = await addNotice(db, { uid, now: call.now }, 'recovery_link');
    const expiresAt = call.now + LIFETIME_MS;
    await insertLink(db, { hash, userId: uid, kind: 'recovery', email: null, noticeId, expiresAt });
    await recordAudit(db, call, { action: 'create_recovery_link', targetId: uid });
    return { output: { expiresAt }, publications: [publication] };
  },
};

export const deleteExpiredLinks: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    return { output: { count: await deleteExpired(db, now, limit) }, publications: [] };
  },
};
