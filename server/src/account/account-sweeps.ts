import type { JobDefinition } from '../cluster/jobs/job-runner.ts';
import type { AccountWriter } from './account-mutations.ts';

const SWEEP_INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 1_000;

export function createAccountSweeps(writer: AccountWriter): JobDefinition[] {
  return [
    {
      kind: 'session_sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      async step() {
        const { count } = await writer.write('delete_expired_sessions', { uid: '' }, { limit: BATCH_SIZE });
        return count === BATCH_SIZE ? '' : undefined;
      },
    },
    {
      kind: 'one_time_link_sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      async step() {
        const { count } = await writer.write('delete_expired_links', { uid: '' }, { limit: BATCH_SIZE });
        return count === BATCH_SIZE ? '' : undefined;
      },
    },
    {
      kind: 'used_challenge_sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      async step() {
        const { count } = await writer.write('delete_used_challenges', { uid: '' }, { limit: BATCH_SIZE });
        return count === BATCH_SIZE ? '' : undefined;
      },
    },
    {
      kind: 'half_made_user_sweep',
      intervalMs: SWEEP_INTERVAL_MS,
      async step(after = '') {
        const { last } = await writer.write(
          'delete_incomplete_sign_ups',
          { uid: '' },
          { after, limit: BATCH_SIZE },
        );
        return last;
      },
    },
  ];
}
