import type { LockKey, Mutations } from './mutation.ts';
import type { WriteJob } from './store.ts';

/** In a fixed order, so that no two batches wait for each other. */
export function collectLockKeys(mutations: Mutations, jobs: readonly WriteJob[]): LockKey[] {
  const keys = new Set<LockKey>();
  for (const job of jobs) {
    if ('sql' in job) continue;
    // The dispatcher has checked the input.
    for (const key of mutations[job.mutation]?.lockKeys(job.caller, job.input as never) ?? []) keys.add(key);
  }
  return [...keys].toSorted();
}
