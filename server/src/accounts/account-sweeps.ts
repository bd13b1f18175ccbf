import type { SnugMutations } from '../commands/mutations.ts';
import type { Writer } from '../db/writer.ts';
import type { JobKind } from '../jobs/job-runner.ts';

const EVERY_MS = 60 * 60_000;
/** So many rows are looked at in one part of the work. */
const PART = 1_000;

/** Strikes out sessions that are over, and people whose sign-up was cut off. */
export function accountSweeps(writer: Writer<SnugMutations>): JobKind[] {
  return [
    {
      kind: 'session_sweep',
      everyMs: EVERY_MS,
      async step() {
        const { count } = await writer.write('remove_over_sessions', { uid: '' }, { limit: PART });
        return count === PART ? '' : undefined;
      },
    },
    {
      kind: 'half_made_user_sweep',
      everyMs: EVERY_MS,
      async step(after = '') {
        const { last } = await writer.write('remove_half_made_users', { uid: '' }, { after, limit: PART });
        return last;
      },
    },
  ];
}
