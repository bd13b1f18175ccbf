import type { Mutation } from '../db/mutation.ts';
import { newId } from '../ids.ts';
import { type DueJob, leaseJob, releaseLease, renewLease, scheduleJob } from './job-store.ts';

/** How long a job stays with an owner who gives no sign of life, in ms. */
export const LEASE_MS = 30_000;

interface JobLease {
  jobId: string;
  /** A process; random for each start. */
  owner: string;
}

/** Makes jobs of these kinds due now. */
export const scheduleJobs: Mutation<{ kinds: readonly string[] }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { kinds }) {
    for (const kind of kinds) await scheduleJob(db, newId(), kind, now);
    return { output: {}, publications: [] };
  },
};

/** Takes a job for a while. Answers with none if another owner has it, or had it and ended it. */
export const claimJob: Mutation<JobLease, { job?: DueJob }> = {
  lockKeys: () => [],

  async run(db, { now }, { jobId, owner }) {
    const job = await leaseJob(db, now, jobId, owner, now + LEASE_MS);
    return { output: job ? { job } : {}, publications: [] };
  },
};

/** Notes how far a job is, and keeps it for a while longer. `isOwned`: false if another owner may have taken it over. */
export const continueJob: Mutation<JobLease & { cursor: string }, { isOwned: boolean }> = {
  lockKeys: () => [],

  async run(db, { now }, { jobId, owner, cursor }) {
    const isOwned = await renewLease(db, now, jobId, owner, cursor, now + LEASE_MS);
    return { output: { isOwned }, publications: [] };
  },
};

/** Gives a job back, to begin at `cursor` when `afterMs` have passed. */
export const endJob: Mutation<JobLease & { cursor: string | null; afterMs: number }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { jobId, owner, cursor, afterMs }) {
    await releaseLease(db, jobId, owner, cursor, now + afterMs);
    return { output: {}, publications: [] };
  },
};
