import { createHourlySweep } from '../cluster/jobs/hourly-sweep.ts';
import type { JobDefinition } from '../cluster/jobs/job-runner.ts';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { AccountWriter } from './account-mutations.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 1_000;

export function createAccountSweeps(writer: AccountWriter): JobDefinition[] {
  return [
    createHourlySweep('session_sweep', BATCH_SIZE, batch =>
      writer.write('delete_expired_sessions', SYSTEM_CALLER, batch),
    ),
    createHourlySweep('one_time_link_sweep', BATCH_SIZE, batch =>
      writer.write('delete_expired_links', SYSTEM_CALLER, batch),
    ),
    createHourlySweep('used_challenge_sweep', BATCH_SIZE, batch =>
      writer.write('delete_used_challenges', SYSTEM_CALLER, batch),
    ),
    {
      kind: 'half_made_user_sweep',
      intervalMs: INTERVAL_MS,
      async step(after = '') {
        const batch = { after, limit: BATCH_SIZE };
        return (await writer.write('delete_incomplete_sign_ups', SYSTEM_CALLER, batch)).last;
      },
    },
  ];
}
