import { CommandError } from '@snug/protocol';
import type { GroupCommit } from './group-commit.ts';
import type { Caller, InputOf, Mutations, OutputOf, Publication } from './mutation.ts';
import type { WriteJob, WriteOutcome } from './store.ts';

interface PendingWrite {
  job: WriteJob;
  resolve(output: unknown): void;
  reject(error: CommandError): void;
}

export interface WriterOptions {
  /** Stores jobs in one transaction; resolves when they are on disk. */
  runBatch: (jobs: readonly WriteJob[]) => Promise<WriteOutcome[]>;
  /** Told of each stored change, in the order of the log, before its caller is. */
  onCommit: (publications: readonly Publication[]) => void;
  /** Told what a person is not: why a write failed. */
  onFailure: (detail: string) => void;
  /** When a batch may begin; without it, as soon as the one before is stored. */
  groupCommit?: Pick<GroupCommit, 'commitDelay' | 'onBatchStart'>;
}

/**
 * All writes of this process. While one batch is being stored, what arrives gathers for the next one: so one sync
 * to disk serves as many changes as came during the one before, and a change that comes alone waits for nobody. Where many
 * people write at once, the next batch may wait for more of them.
 */
export class Writer<M extends Mutations> {
  readonly #options: WriterOptions;
  #queue: PendingWrite[] = [];
  #running: Promise<void> | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves when the change is on disk; rejects with a `CommandError`, and then nothing is stored. */
  write<Name extends keyof M & string>(
    mutation: Name,
    caller: Caller,
    input: InputOf<M[Name]>,
  ): Promise<OutputOf<M[Name]>> {
    return this.#submit({ mutation, caller, input }) as Promise<OutputOf<M[Name]>>;
  }

  /** One statement of SQL, in a transaction like any change. */
  query(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; numAffectedRows?: bigint }> {
    return this.#submit({ sql, parameters }) as Promise<{ rows: unknown[]; numAffectedRows?: bigint }>;
  }

  /** Resolves when everything that was asked for is stored. */
  async whenIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #submit(job: WriteJob): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#queue.push({ job, resolve, reject });
    this.#running ??= this.#drain();
    return promise;
  }

  async #drain(): Promise<void> {
    // Lets everything that this turn of the event loop still brings join the batch.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      await this.#options.groupCommit?.commitDelay();
      const batch = this.#queue;
      this.#queue = [];
      const jobs = batch.map(({ job }) => job);
      this.#options.groupCommit?.onBatchStart(jobs);
      const outcomes = await this.#runBatch(jobs);
      for (const [index, waiting] of batch.entries()) this.#resolve(waiting, outcomes[index]);
    }
    this.#running = undefined;
  }

  async #runBatch(jobs: readonly WriteJob[]): Promise<WriteOutcome[]> {
    try {
      return await this.#options.runBatch(jobs);
    } catch (error) {
      const { code, message } = new CommandError('unavailable');
      return jobs.map(() => ({ error: { code, message }, detail: String(error) }));
    }
  }

  #resolve(waiting: PendingWrite, outcome: WriteOutcome | undefined): void {
    if (outcome && 'output' in outcome) {
      this.#options.onCommit(outcome.publications);
      return waiting.resolve(outcome.output);
    }
    if (outcome?.detail) this.#options.onFailure(outcome.detail);
    waiting.reject(new CommandError(outcome?.error.code ?? 'internal', outcome?.error.message));
  }
}
