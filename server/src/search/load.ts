const MIN_SPAN_MS = 500;
/** Rests of an index, as multiples of a step: half a core while the server does nothing else, and 4 % of one while it is busy. */
export const IDLE_REST = 1;
const BUSY_REST = 24;
/** For new messages, the index uses at most this share of what a busy server uses. A server that uses so much of a core is busy. */
const [CHANGES_SHARE, BUSY_LOAD] = [1 / 24, 0.25];
/** A step takes long where other programs use the processor, too. */
const MAX_CHANGES_REST_MS = 5_000;
/** Of a deleted room, so that at least 100 messages a second go. */
const MAX_REMOVAL_REST_MS = 400;
/** While new messages wait, words of deleted ones are looked for so often. */
export const ERASURE_INTERVAL_MS = 2_000;

export interface ProcessorTimes {
  /** In microseconds. */
  readProcess: () => number;
  readThread: () => number;
  /** In ms. */
  now: () => number;
}

/** What the other threads of this process used of a core in the last half second or more, from 0 to 1. */
export function createLoadReader({ readProcess, readThread, now }: ProcessorTimes): () => number {
  const readOthers = () => ({ at: now(), used: readProcess() - readThread() });
  let last = readOthers();
  let load = 0;
  return () => {
    const span = now() - last.at;
    if (span < MIN_SPAN_MS) return load;
    const current = readOthers();
    load = Math.min(1, Math.max(0, (current.used - last.used) / (span * 1_000)));
    last = current;
    return load;
  };
}

/** Reads the load of all threads but the calling one. */
export function createThreadLoadReader(): () => number {
  return createLoadReader({
    readProcess: () => sum(process.cpuUsage()),
    readThread: () => sum(process.threadCpuUsage()),
    now: () => performance.now(),
  });
}

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

/** After a step of `stepMs`, beside a load from 0 to 1. In ms. */
export function getRest(stepMs: number, load: number): number {
  return stepMs * (IDLE_REST + (BUSY_REST - IDLE_REST) * load ** 2);
}

/** After a step that removed messages. */
export function getRestOfRemoval(stepMs: number, load: number): number {
  return Math.min(MAX_REMOVAL_REST_MS, getRest(stepMs, load));
}

/** After a step with new messages. A flood of them would otherwise take a quarter of what its sends take. */
export function getRestOfChanges(stepMs: number, load: number): number {
  const busyRest = 1 / (CHANGES_SHARE * Math.max(load, BUSY_LOAD));
  const rest = IDLE_REST + (busyRest - IDLE_REST) * Math.min(1, load / BUSY_LOAD) ** 2;
  return Math.min(MAX_CHANGES_REST_MS, stepMs * rest);
}
