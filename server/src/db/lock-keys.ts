import type { LockKey, Mutations } from './mutation.ts';
import type { Job } from './store.ts';

/** What these jobs lock together, in the order in which every batch locks: so no two batches wait for each other. */
export function lockKeys(mutations: Mutations, jobs: readonly Job[]): LockKey[] {
  const keys = new Set<LockKey>();
  for (const job of jobs) {
    if ('sql' in job) continue;
    // Its input is checked against its command.
    for (const key of mutations[job.mutation]?.locks(job.call, job.input as never) ?? []) keys.add(key);
  }
  return [...keys].toSorted();
}
