import type { Clock } from '../../base/clock.ts';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { listEnded } from './status-store.ts';
import type { STATUS_MUTATIONS } from './statuses.ts';

const INTERVAL_MS = 5_000;
/** Of statuses, and of pauses. Others follow at the next look. */
const BATCH_SIZE = 200;

interface StatusEndsOptions {
  read: Db;
  writer: MutationWriter<Pick<typeof STATUS_MUTATIONS, 'end_statuses'>>;
  now: () => number;
  repeat: Clock['repeat'];
  onFailure: (error: unknown) => void;
}

/**
 * Ends the statuses and pauses that are over, by the clock of the store. No job of one process: looking writes nothing, and if several do,
 * the first one ends them. The returned function stops.
 */
export function startStatusEnds({ read, writer, now, repeat, onFailure }: StatusEndsOptions): () => void {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const uids = await listEnded(read, now(), BATCH_SIZE);
      if (uids.length > 0) await writer.write('end_statuses', SYSTEM_CALLER, { uids });
    } catch (error) {
      onFailure(error);
    } finally {
      isBusy = false;
    }
  };
  return repeat(() => void look(), INTERVAL_MS);
}
