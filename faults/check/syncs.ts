import type { Problem } from './problem.ts';

/** A server process wrote these messages to the log, synced its writes to disk, or acknowledged these messages. */
export type TraceStep =
  | { did: 'write'; ids: readonly string[] }
  | { did: 'sync' }
  | { did: 'acknowledge'; ids: readonly string[] };

/** Each message is written and then synced before it is acknowledged. */
export function checkSyncs(trace: readonly TraceStep[]): Problem[] {
  const problems: Problem[] = [];
  const written = new Set<string>();
  const synced = new Set<string>();
  for (const step of trace) {
    if (step.did === 'write') for (const id of step.ids) written.add(id);
    if (step.did === 'sync') for (const id of written) synced.add(id);
    if (step.did === 'sync') written.clear();
    if (step.did !== 'acknowledge') continue;
    for (const id of step.ids)
      if (!synced.has(id)) problems.push({ fault: 'acknowledged before the sync', what: id });
  }
  return problems;
}
