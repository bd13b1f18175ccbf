import { type MessagePort, Worker } from 'node:worker_threads';
import type { Mutations } from '../mutation.ts';
import type { WriteJob, WriteOutcome } from '../store.ts';
import { runBatch } from './batch.ts';
import { checkpointIfLong, disableAutoCheckpoint, truncateWal } from './checkpoint.ts';
import { openSqlite } from './sqlite.ts';

/** Changes between two checks of the log's length. Most write fewer than ten pages. */
const JOBS_PER_CHECK = 50;

/** Delay before replaced and deleted texts are removed from the log, if no reader uses an older state. */
const TRUNCATE_DELAY_MS = 10_000;

export interface WriterThread {
  readonly runBatch: (jobs: readonly WriteJob[]) => Promise<WriteOutcome[]>;
  stop(): Promise<void>;
}

/** `entry`: a module that calls `serveBatches`. `onFatalError`: the thread ended without `stop`. */
export function startWriterThread(
  entry: URL,
  path: string,
  onFatalError: (error: unknown) => void,
): WriterThread {
  const worker = new Worker(entry, { workerData: { path } });
  let pendingBatch: PromiseWithResolvers<WriteOutcome[]> | undefined;
  let isStopping = false;
  worker.on('message', (outcomes: WriteOutcome[]) => pendingBatch?.resolve(outcomes));
  worker.on('error', error => {
    pendingBatch?.reject(error);
    onFatalError(error);
  });
  const ended = new Promise<void>(resolve => {
    worker.on('exit', code => {
      if (!isStopping) onFatalError(new Error(`the writer ended with code ${code}`));
      resolve();
    });
  });
  return {
    runBatch(jobs) {
      pendingBatch = Promise.withResolvers<WriteOutcome[]>();
      worker.postMessage(jobs);
      return pendingBatch.promise;
    },
    stop() {
      isStopping = true;
      worker.postMessage('stop');
      return ended;
    },
  };
}

/**
 * If the sync of a checkpoint fails, the thread ends without changing the log: only the next start can repair this, by copying
 * the whole log again.
 */
export function serveBatches(port: MessagePort, path: string, mutations: Mutations): void {
  const db = openSqlite(path);
  let queue = disableAutoCheckpoint(db);
  let jobCount = 0;
  let isStopped = false;
  let truncateTimer: NodeJS.Timeout | undefined;
  const enqueue = (work: () => Promise<void>) => (queue = queue.then(work));
  const scheduleTruncate = () =>
    (truncateTimer ??= setTimeout(() => void enqueue(truncate), TRUNCATE_DELAY_MS));
  const truncate = async () => {
    truncateTimer = undefined;
    if (isStopped) return;
    if (!(await truncateWal(db))) scheduleTruncate();
  };
  const serve = async (message: WriteJob[] | 'stop') => {
    if (message === 'stop') {
      clearTimeout(truncateTimer);
      isStopped = true;
      await db.destroy();
      return port.close();
    }
    port.postMessage(await runBatch(db, mutations, message));
    if (message.some(canEraseText)) scheduleTruncate();
    jobCount += message.length;
    if (jobCount < JOBS_PER_CHECK) return;
    jobCount = 0;
    // After the results have left: their changes are in the log already.
    await checkpointIfLong(db);
  };
  port.on('message', (message: WriteJob[] | 'stop') => void enqueue(() => serve(message)));
}

/** The frequent changes that neither replace nor delete a text. Any other may. */
const KEEPS_TEXTS: ReadonlySet<string> = new Set([
  'send_message',
  'set_reaction',
  'set_read',
  'set_reads',
  'set_presences',
  'set_follow',
  'claim_room_calls',
  'store_room_calls',
  'store_pushes',
  'take_due_pushes',
  'end_visits',
  'schedule_jobs',
  'claim_job',
  'continue_job',
  'end_job',
]);

function canEraseText(job: WriteJob): boolean {
  return !('mutation' in job && KEEPS_TEXTS.has(job.mutation));
}
