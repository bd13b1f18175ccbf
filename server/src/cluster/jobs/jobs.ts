import { newId } from '../../base/ids.ts';
import type { Mutation, Mutations } from '../../db/mutation.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { type DueJob, leaseJob, releaseLease, renewLease, scheduleJob } from './job-store.ts';

/** A job is free if its owner does not renew the lease for this time. */
export const LEASE_MS = 30_000;

interface JobLease {
  jobId: string;
  /** Identifies a process; random for each start. */
  owner: string;
}

const scheduleJobs: Mutation<{ kinds: readonly string[] }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { kinds }) {
    for (const kind of kinds) await scheduleJob(db, newId(), kind, now);
    return { output: {}, publications: [] };
  },
};

/** Returns no job if another owner has the lease or has ended the job. */
const claimJob: Mutation<JobLease, { job?: DueJob }> = {
  isUnrepeatable: true,
  lockKeys: () => [],

  async run(db, { now }, { jobId, owner }) {
    const job = await leaseJob(db, now, jobId, owner, now + LEASE_MS);
    return { output: job ? { job } : {}, publications: [] };
  },
};

/** Stores the cursor and renews the lease. `isOwned` is false if another owner may have the lease. */
const continueJob: Mutation<JobLease & { cursor: string }, { isOwned: boolean }> = {
  lockKeys: () => [],

  async run(db, { now }, { jobId, owner, cursor }) {
    const isOwned = await renewLease(db, now, jobId, owner, cursor, now + LEASE_MS);
    return { output: { isOwned }, publications: [] };
  },
};

const endJob: Mutation<JobLease & { cursor: string | null; afterMs: number }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { jobId, owner, cursor, afterMs }) {
    await releaseLease(db, jobId, owner, cursor, now + afterMs);
    return { output: {}, publications: [] };
  },
};

export const JOB_MUTATIONS = {
  schedule_jobs: scheduleJobs,
  claim_job: claimJob,
  continue_job: continueJob,
  end_job: endJob,
} satisfies Mutations;

export type JobWriter = MutationWriter<typeof JOB_MUTATIONS>;
