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
/** Then other due jobs follow: a trim of millions of messages takes hours, and mails about missed messages look back for one. */
const TURN_MS = 10_000;

/** Runs due jobs one at a time, in turns. Skips jobs that another process has leased. */
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
    for (let hasMore = true; hasMore && !this.#isStopped; ) hasMore = await this.#runTurns();
  }

  /** Returns whether a job has more to do than a turn. */
  async #runTurns(): Promise<boolean> {
    const { read, writer, kinds, now } = this.#options;
    let hasMore = false;
    for (const { id: jobId, kind } of await listDue(read, now())) {
      const known = kinds.find(each => each.kind === kind);
      // Another release may have other kinds.
      if (!known || this.#isStopped) continue;
      const { job } = await writer.write('claim_job', SYSTEM_CALLER, { jobId, owner: this.#owner });
      if (job && (await this.#runTurn(known, job))) hasMore = true;
    }
    return hasMore;
  }

  /** Returns whether the job has more to do: it is due again, after the others that are. */
  async #runTurn({ kind, step, intervalMs }: JobDefinition, job: DueJob): Promise<boolean> {
    const { writer, now, metrics, onFailure } = this.#options;
    const owned = { jobId: job.id, owner: this.#owner };
    const end = (cursor: string | null, afterMs: number) =>
      writer.write('end_job', SYSTEM_CALLER, { ...owned, cursor, afterMs });
    const begun = now();
    let { cursor } = job;
    try {
      for (;;) {
        const next = await step(cursor ?? undefined);
        if (next === undefined) {
          this.#failures.delete(kind);
          metrics?.jobRuns.inc({ kind, outcome: 'ok' });
          await end(null, intervalMs);
          return false;
        }
        cursor = next;
        if (this.#isStopped || now() - begun >= TURN_MS) {
          await end(cursor, 0);
          return true;
        }
        const { isOwned } = await writer.write('continue_job', SYSTEM_CALLER, { ...owned, cursor });
        if (!isOwned) return false;
      }
    } catch (error) {
      this.#failures.set(kind, now());
      metrics?.jobRuns.inc({ kind, outcome: 'failed' });
      onFailure(error);
      await end(cursor, RETRY_MS);
      return false;
    }
  }
}
