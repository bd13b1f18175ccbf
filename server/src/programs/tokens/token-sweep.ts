import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import type { TokenWriter } from './tokens.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 200;

/** Deletes tokens some time after their expiry. */
export function createTokenSweep(writer: TokenWriter): JobDefinition {
  return {
    kind: 'token_sweep',
    intervalMs: INTERVAL_MS,
    async step() {
      const { count } = await writer.write('delete_expired_tokens', { uid: '' }, { limit: BATCH_SIZE });
      return count === BATCH_SIZE ? '' : undefined;
    },
  };
}
