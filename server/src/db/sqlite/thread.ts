import { extname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Mutations } from '../mutation.ts';
import type { WriteJob, WriteOutcome } from '../store.ts';
import { runBatch } from './batch.ts';
import { checkpointIfLong, disableAutoCheckpoint, truncateWal } from './checkpoint.ts';
import { openSqlite } from './sqlite.ts';

// This file runs as it is, or as a part of the built server, where the entry is beside it as well.
const ENTRY_URL = new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url);

/** How many changes there are before one looks again how long the log is. Most write fewer than ten pages to it. */
const JOBS_PER_CHECK = 50;

/** How long deleted words may stay in the log, in ms, where nobody reads an older state. */
const TRUNCATE_DELAY_MS = 10_000;

/** The thread that writes, seen from the event loop that serves. */
export interface WriterThread {
  readonly runBatch: (jobs: readonly WriteJob[]) => Promise<WriteOutcome[]>;
  /** Resolves when the database is closed. */
  stop(): Promise<void>;
}

/** `onDeath`: the thread ended without being stopped. */
export function startWriterThread(path: string, onFatalError: (error: unknown) => void): WriterThread {
  const worker = new Worker(ENTRY_URL, { workerData: { path } });
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
 * The thread's own side: one batch at a time, until told to stop. It dies, and leaves the log as it is, where a
 * checkpoint's sync fails: only the next start, which copies all of the log again, makes that good.
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
    if (message.some(isDeletion)) scheduleTruncate();
    jobCount += message.length;
    if (jobCount < JOBS_PER_CHECK) return;
    jobCount = 0;
    // Not before the answers left: what they say is in the log already.
    await checkpointIfLong(db);
  };
  port.on('message', (message: WriteJob[] | 'stop') => void enqueue(() => serve(message)));
}

function isDeletion(job: WriteJob): boolean {
  return 'mutation' in job && job.mutation === 'delete_message';
}
