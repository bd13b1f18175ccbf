import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import type { MutationWriter } from '../../db/writer.ts';
import type { REPORT_MUTATIONS } from './reports.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 200;

/** Erases the reports that nobody has closed in time. */
export function createReportSweep(writer: MutationWriter<typeof REPORT_MUTATIONS>): JobDefinition {
  return {
    kind: 'report_sweep',
    intervalMs: INTERVAL_MS,
    async step() {
      const { count } = await writer.write('delete_old_reports', { uid: '' }, { limit: BATCH_SIZE });
      return count === BATCH_SIZE ? '' : undefined;
    },
  };
}
