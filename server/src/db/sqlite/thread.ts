import { extname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Mutations } from '../mutation.ts';
import type { Job, Outcome } from '../store.ts';
import { runBatch } from './batch.ts';
import { checkpointLongLog, emptyLog, keepLog } from './checkpoint.ts';
import { openSqlite } from './sqlite.ts';

// This file runs as it is, or as a part of the built server, where the entry is beside it as well.
const ENTRY = new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url);

/** How many changes there are before one looks again how long the log is. Most write fewer than ten pages to it. */
const JOBS_BETWEEN_LOOKS = 50;

/** How long deleted words may stay in the log, in ms, where nobody reads an older state. */
const EMPTY_EVERY_MS = 10_000;

/** The thread that writes, seen from the event loop that serves. */
export interface WriterThread {
  readonly runBatch: (jobs: readonly Job[]) => Promise<Outcome[]>;
  /** Resolves when the database is closed. */
  stop(): Promise<void>;
}

/** `onDeath`: the thread ended without being stopped. */
export function startWriterThread(path: string, onDeath: (error: unknown) => void): WriterThread {
  const worker = new Worker(ENTRY, { workerData: { path } });
  let answer: PromiseWithResolvers<Outcome[]> | undefined;
  let stopping = false;
  worker.on('message', (outcomes: Outcome[]) => answer?.resolve(outcomes));
  worker.on('error', error => {
    answer?.reject(error);
    onDeath(error);
  });
  const ended = new Promise<void>(resolve => {
    worker.on('exit', code => {
      if (!stopping) onDeath(new Error(`the writer ended with code ${code}`));
      resolve();
    });
  });
  return {
    runBatch(jobs) {
      answer = Promise.withResolvers<Outcome[]>();
      worker.postMessage(jobs);
      return answer.promise;
    },
    stop() {
      stopping = true;
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
  let turn = keepLog(db);
  let jobs = 0;
  let isOver = false;
  let emptying: NodeJS.Timeout | undefined;
  const takeTurn = (work: () => Promise<void>) => (turn = turn.then(work));
  const emptySoon = () => (emptying ??= setTimeout(() => void takeTurn(empty), EMPTY_EVERY_MS));
  const empty = async () => {
    emptying = undefined;
    if (isOver) return;
    if (!(await emptyLog(db))) emptySoon();
  };
  const serve = async (message: Job[] | 'stop') => {
    if (message === 'stop') {
      clearTimeout(emptying);
      isOver = true;
      await db.destroy();
      return port.close();
    }
    port.postMessage(await runBatch(db, mutations, message));
    if (message.some(isDeletion)) emptySoon();
    jobs += message.length;
    if (jobs < JOBS_BETWEEN_LOOKS) return;
    jobs = 0;
    // Not before the answers left: what they say is in the log already.
    await checkpointLongLog(db);
  };
  port.on('message', (message: Job[] | 'stop') => void takeTurn(() => serve(message)));
}

function isDeletion(job: Job): boolean {
  return 'mutation' in job && job.mutation === 'delete_message';
}
