import { createAccountErasure } from './account-deletion/account-erasure.ts';
import { createAccountSweeps } from './accounts/account-sweeps.ts';
import type { Clock } from './clock.ts';
import type { SnugMutations } from './commands/mutations.ts';
import type { Db } from './db/schema.ts';
import type { Writer } from './db/writer.ts';
import type { FileServices } from './file-services.ts';
import { createFileSweep } from './files/file-sweep.ts';
import { createInviteSweep } from './invites/invite-sweep.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { createRateSweep } from './nodes/rate-store.ts';
import { createPersonIndexSweep } from './profiles/person-index.ts';
import { createReportSweep } from './reports/report-sweep.ts';
import { createListingSweep } from './room-files/listing-sweep.ts';
import { createRoomErasure } from './rooms/erasure.ts';
import { createWriterSweep } from './rooms/joining-writers.ts';
import { createRoomIndexSweep } from './rooms/room-index.ts';
import { createStorageCountJob } from './storage-use/storage-count-job.ts';
import { createTokenSweep } from './tokens/token-sweep.ts';

export interface BackgroundJobsOptions {
  read: Db;
  writer: Writer<SnugMutations>;
  files: FileServices;
  clock: Pick<Clock, 'repeat'>;
  now: () => number;
  /** The name of this server, if there may be others on the database. */
  nodeId?: string | undefined;
  onFailure: (error: unknown) => void;
}

/** All kinds of jobs of the server. */
export function createBackgroundJobs(options: BackgroundJobsOptions): JobRunner {
  const { read, writer, files, clock, now, nodeId, onFailure } = options;
  const kinds = [
    createFileSweep({ read, writer, removal: files.removal }),
    createWriterSweep(read, writer),
    createPersonIndexSweep(read, writer),
    createRoomIndexSweep(read, writer),
    createRoomErasure(read, writer),
    createAccountErasure(read, writer),
    createListingSweep(read, writer),
    createInviteSweep(writer),
    createReportSweep(writer),
    createStorageCountJob(read, writer),
    createTokenSweep(writer),
    ...createAccountSweeps(writer),
  ];
  if (nodeId !== undefined) kinds.push(createRateSweep(read));
  return new JobRunner({ kinds, read, writer, now, repeat: clock.repeat, onFailure });
}
