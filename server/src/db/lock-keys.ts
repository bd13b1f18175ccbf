import type { LockKey, Mutations } from './mutation.ts';
import type { WriteJob } from './store.ts';

/** What these jobs lock together, in the order in which every batch locks: so no two batches wait for each other. */
export function collectLockKeys(mutations: Mutations, jobs: readonly WriteJob[]): LockKey[] {
  const keys = new Set<LockKey>();
  for (const job of jobs) {
    if ('sql' in job) continue;
    // Its input is checked against its command.
    for (const key of mutations[job.mutation]?.lockKeys(job.caller, job.input as never) ?? []) keys.add(key);
  }
  return [...keys].toSorted();
}
