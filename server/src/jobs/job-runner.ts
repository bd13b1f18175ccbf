import { randomUUID } from 'node:crypto';
import type { SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import { type DueJob, listDue } from './job-store.ts';

/** Work that goes on by itself, in any one of the processes that share a database. */
export interface JobDefinition {
  kind: string;
  /** How long after its end it begins again, in ms. */
  intervalMs: number;
  /**
   * Does a bounded part of the work, which takes less than a lease, from `cursor` on; undefined is the beginning. Answers
   * with the cursor of the next part, or undefined at the end. A part may run twice.
   */
  step: (cursor: string | undefined) => Promise<string | undefined>;
}

export interface JobRunnerOptions {
  kinds: readonly JobDefinition[];
  read: Db;
  writer: Pick<Writer<SnugMutations>, 'write'>;
  now: () => number;
  /** Calls `run` every `ms`, until the returned function is called. */
  repeat: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** How often a process looks for jobs that are due, in ms. */
const POLL_INTERVAL_MS = 10_000;
/** After this, a job that failed begins again where it was, in ms. */
const RETRY_MS = 60_000;

const SYSTEM_CALLER = { uid: '' };

/** Runs the jobs that are due, one after the other. A job of another process is left alone while its lease lasts. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #owner = randomUUID();
  #stopPolling = () => {};
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Makes every job due, and looks for due jobs from now on. */
  start(): void {
    const kinds = this.#options.kinds.map(({ kind }) => kind);
    const schedule = async () =>
      void (await this.#options.writer.write('schedule_jobs', SYSTEM_CALLER, { kinds }));
    this.#stopPolling = this.#options.repeat(() => void this.poll(), POLL_INTERVAL_MS);
    void this.#run(schedule).then(() => this.poll());
  }

  /** Runs what is due; resolves when that is done. */
  poll(): Promise<void> {
    return this.#run(() => this.#runDue());
  }

  /** Resolves when the part that runs has ended. Another process may go on from there at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopPolling();
    await this.#running;
  }

  #run(work: () => Promise<void>): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#running ??= work()
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #runDue(): Promise<void> {
    const { read, writer, kinds, now } = this.#options;
    for (const { id: jobId, kind } of await listDue(read, now())) {
      const known = kinds.find(each => each.kind === kind);
      // Another release may have kinds of its own.
      if (!known || this.#isStopped) continue;
      const { job } = await writer.write('claim_job', SYSTEM_CALLER, { jobId, owner: this.#owner });
      if (job) await this.#runJob(known, job);
    }
  }

  async #runJob({ step, intervalMs }: JobDefinition, job: DueJob): Promise<void> {
    const { writer, onFailure } = this.#options;
    const owned = { jobId: job.id, owner: this.#owner };
    const end = (cursor: string | null, afterMs: number) =>
      writer.write('end_job', SYSTEM_CALLER, { ...owned, cursor, afterMs });
    let { cursor } = job;
    try {
      for (;;) {
        const next = await step(cursor ?? undefined);
        if (next === undefined) return void (await end(null, intervalMs));
        cursor = next;
        if (this.#isStopped) return void (await end(cursor, 0));
        const { isOwned } = await writer.write('continue_job', SYSTEM_CALLER, { ...owned, cursor });
        if (!isOwned) return;
      }
    } catch (error) {
      onFailure(error);
      await end(cursor, RETRY_MS);
    }
  }
}
