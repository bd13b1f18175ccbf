import { randomUUID } from 'node:crypto';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type DueJob, listDue } from './job-store.ts';
import type { JobWriter } from './jobs.ts';

export interface JobDefinition {
  kind: string;
  /** Delay between the end of a run and the next, in ms. */
  intervalMs: number;
  /** Does a part of the work in less time than a lease, possibly twice. Returns the next cursor; undefined at the end. */
  step: (cursor: string | undefined) => Promise<string | undefined>;
}

export interface JobRunnerOptions {
  kinds: readonly JobDefinition[];
  read: Db;
  writer: JobWriter;
  now: () => number;
  repeat: (run: () => void, ms: number) => () => void;
  metrics?: Pick<Metrics, 'jobRuns'> | undefined;
  onFailure: (error: unknown) => void;
}

const POLL_INTERVAL_MS = 10_000;
const RETRY_MS = 60_000;

/** Runs due jobs one after the other. Skips jobs that another process has leased. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #owner = randomUUID();
  #stopPolling = () => {};
  #running: Promise<void> | undefined;
  readonly #failures = new Map<string, number>();
  #isStopped = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Makes every job due, and starts polling. */
  start(): void {
    const kinds = this.#options.kinds.map(({ kind }) => kind);
    const schedule = async () =>
      void (await this.#options.writer.write('schedule_jobs', SYSTEM_CALLER, { kinds }));
    this.#stopPolling = this.#options.repeat(() => void this.poll(), POLL_INTERVAL_MS);
    void this.#run(schedule).then(() => this.poll());
  }

  /** The kinds whose last run in this process failed, and when. */
  listFailed(): { kind: string; at: number }[] {
    return [...this.#failures].map(([kind, at]) => ({ kind, at }));
  }

  poll(): Promise<void> {
    return this.#run(() => this.#runDue());
  }

  /** Resolves after the current part. Another process may continue immediately. */
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
      // Another release may have other kinds.
      if (!known || this.#isStopped) continue;
      const { job } = await writer.write('claim_job', SYSTEM_CALLER, { jobId, owner: this.#owner });
      if (job) await this.#runJob(known, job);
    }
  }

  async #runJob({ kind, step, intervalMs }: JobDefinition, job: DueJob): Promise<void> {
    const { writer, now, metrics, onFailure } = this.#options;
    const owned = { jobId: job.id, owner: this.#owner };
    const end = (cursor: string | null, afterMs: number) =>
      writer.write('end_job', SYSTEM_CALLER, { ...owned, cursor, afterMs });
    let { cursor } = job;
    try {
      for (;;) {
        const next = await step(cursor ?? undefined);
        if (next === undefined) {
          this.#failures.delete(kind);
          metrics?.jobRuns.inc({ kind, outcome: 'ok' });
          return void (await end(null, intervalMs));
        }
        cursor = next;
        if (this.#isStopped) return void (await end(cursor, 0));
        const { isOwned } = await writer.write('continue_job', SYSTEM_CALLER, { ...owned, cursor });
        if (!isOwned) return;
      }
    } catch (error) {
      this.#failures.set(kind, now());
      metrics?.jobRuns.inc({ kind, outcome: 'failed' });
      onFailure(error);
      await end(cursor, RETRY_MS);
    }
  }
}
