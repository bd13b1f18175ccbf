import type { TraceStep } from './check/syncs.ts';
import type { SystemCall } from './system-calls.ts';

export const TRACED_CALLS = ['pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'write', 'writev'];

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** As steps for the checker: these messages were written to the log, synced, or sent. */
export function toTraceSteps(calls: readonly SystemCall[], messageIds: ReadonlySet<string>): TraceStep[] {
  const steps = calls.flatMap(call => toTraceStep(call, messageIds));
  // A sync takes effect when it ends; a message is sent when the write begins.
  return steps.toSorted((a, b) => a.at - b.at).map(({ step }) => step);
}

function toTraceStep(call: SystemCall, messageIds: ReadonlySet<string>): { at: number; step: TraceStep }[] {
  const { name, path, began, ended } = call;
  if (isSocketWrite(call)) {
    return [{ at: began, step: { did: 'acknowledge', ids: findMessageIds(call, messageIds) } }];
  }
  if (call.failed || !path.endsWith('/snug.db-wal')) return [];
  if (name === 'fsync' || name === 'fdatasync') return [{ at: ended, step: { did: 'sync' } }];
  if (name === 'pwrite64')
    return [{ at: ended, step: { did: 'write', ids: findMessageIds(call, messageIds) } }];
  return [];
}

export function isSocketWrite({ path, bytes }: SystemCall): boolean {
  return path.startsWith('socket:') && bytes.length > 0;
}

/** People and rooms are older than the trace, so only messages are found. */
export function findMessageIds({ bytes }: SystemCall, messageIds: ReadonlySet<string>): string[] {
  return (bytes.toString('latin1').match(ID) ?? []).filter(id => messageIds.has(id));
}
