import type { TraceStep } from './check/syncs.ts';
import type { SystemCall } from './system-calls.ts';

/** What a server writes and syncs, and the writes by which it tells somebody something. */
export const TRACED_CALLS = ['pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'write', 'writev'];

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The same in the words of the checker: these messages were written to the log, synced, and told to somebody. */
export function toTraceSteps(calls: readonly SystemCall[], messageIds: ReadonlySet<string>): TraceStep[] {
  const steps = calls.flatMap(call => toTraceStep(call, messageIds));
  // A sync has happened when it ends; somebody is told when the write begins.
  return steps.toSorted((a, b) => a.at - b.at).map(({ step }) => step);
}

function toTraceStep(call: SystemCall, messageIds: ReadonlySet<string>): { at: number; step: TraceStep }[] {
  const { name, path, began, ended } = call;
  if (isSocketWrite(call)) {
    return [{ at: began, step: { did: 'answer', ids: findMessageIds(call, messageIds) } }];
  }
  if (call.failed || !path.endsWith('/snug.db-wal')) return [];
  if (name === 'fsync' || name === 'fdatasync') return [{ at: ended, step: { did: 'sync' } }];
  if (name === 'pwrite64')
    return [{ at: ended, step: { did: 'write', ids: findMessageIds(call, messageIds) } }];
  return [];
}

/** Whether somebody is told something. */
export function isSocketWrite({ path, bytes }: SystemCall): boolean {
  return path.startsWith('socket:') && bytes.length > 0;
}

/** Only of messages: the people and the rooms are older than the trace. */
export function findMessageIds({ bytes }: SystemCall, messageIds: ReadonlySet<string>): string[] {
  return (bytes.toString('latin1').match(ID) ?? []).filter(id => messageIds.has(id));
}
