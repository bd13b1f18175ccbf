import type { Problem } from './problem.ts';

/**
 * What a server's process did, one after the other, as the operating system saw it: it wrote the log of the database,
 * with these messages in it; it had what it wrote synced to disk; it answered for these messages.
 */
export type TraceStep =
  | { did: 'write'; ids: readonly string[] }
  | { did: 'sync' }
  | { did: 'answer'; ids: readonly string[] };

/** Nothing was answered for that had not been written and, after that, synced. */
export function checkSyncs(trace: readonly TraceStep[]): Problem[] {
  const problems: Problem[] = [];
  const written = new Set<string>();
  const synced = new Set<string>();
  for (const step of trace) {
    if (step.did === 'write') for (const id of step.ids) written.add(id);
    if (step.did === 'sync') for (const id of written) synced.add(id);
    if (step.did === 'sync') written.clear();
    if (step.did !== 'answer') continue;
    for (const id of step.ids)
      if (!synced.has(id)) problems.push({ fault: 'answered before the sync', what: id });
  }
  return problems;
}
