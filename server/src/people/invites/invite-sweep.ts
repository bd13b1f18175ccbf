import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import type { InviteWriter } from './invite-mutations.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 200;

/** Deletes invitations 30 days after their expiry. */
export function createInviteSweep(writer: InviteWriter): JobDefinition {
  return {
    kind: 'invite_sweep',
    intervalMs: INTERVAL_MS,
    async step() {
      const { count } = await writer.write('delete_expired_invites', { uid: '' }, { limit: BATCH_SIZE });
      return count === BATCH_SIZE ? '' : undefined;
    },
  };
}
