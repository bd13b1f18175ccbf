import { CommandError } from '@snug/protocol';
import { getRequestContext, type RequestContext, runInRequest } from '../base/request-context.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Caller, InputOf, Mutations, OutputOf, Publication } from './mutation.ts';
import type { WriteJob, WriteOutcome } from './store.ts';
import { WriteQueue } from './write-queue.ts';

interface PendingWrite {
  job: WriteJob;
  /** The request that waits. */
  context: RequestContext | undefined;
  resolve(output: unknown): void;
  reject(error: CommandError): void;
}

export interface WriterOptions {
  runBatch: (jobs: readonly WriteJob[]) => Promise<WriteOutcome[]>;
  /** Called for each stored change, in the order of the log, before its caller gets the result. */
  onCommit: (publications: readonly Publication[]) => void;
  /** Receives the reason of a failed write, which people do not see. */
  onFailure: (detail: string) => void;
  groupCommit?: Pick<GroupCommit, 'commitDelay' | 'onBatchStart'>;
}

/** For parts of the server that run only the mutations `M`. */
export type MutationWriter<M extends Mutations> = Pick<Writer<M>, 'write'>;

/** Every caller of the returned writer has this scope, or is a guest. */
export function limitWriter<M extends Mutations>(
  writer: MutationWriter<M>,
  limits: Pick<Caller, 'scope' | 'guest'>,
): MutationWriter<M> {
  return { write: (mutation, caller, input) => writer.write(mutation, { ...caller, ...limits }, input) };
}

/** Changes that arrive during a batch share the next one, and its sync to disk. A single change does not wait. */
export class Writer<M extends Mutations> {
  readonly #options: WriterOptions;
  readonly #queue = new WriteQueue<PendingWrite>();
  #running: Promise<void> | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves when the change is on disk; rejects with a `CommandError`, and then stores nothing. */
  write<Name extends keyof M & string>(
    mutation: Name,
    caller: Caller,
    input: InputOf<M[Name]>,
  ): Promise<OutputOf<M[Name]>> {
    return this.#submit({ mutation, caller, input }) as Promise<OutputOf<M[Name]>>;
  }

  /** Runs one SQL statement in a transaction, like a mutation. */
  query(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; numAffectedRows?: bigint }> {
    return this.#submit({ sql, parameters }) as Promise<{ rows: unknown[]; numAffectedRows?: bigint }>;
  }

  /** Changes that wait for a batch. */
  get waitingCount(): number {
    return this.#queue.size;
  }

  async whenIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #submit(job: WriteJob): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#queue.add({ job, context: getRequestContext(), resolve, reject });
    // Batches belong to all their requests.
    this.#running ??= runInRequest(undefined, () => this.#drain());
    return promise;
  }

  async #drain(): Promise<void> {
    // Changes of the same turn of the event loop join the batch.
    await new Promise(setImmediate);
    while (this.#queue.size > 0) {
      if (!this.#queue.isBatchFull) await this.#options.groupCommit?.commitDelay();
      const batch = this.#queue.takeBatch();
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
    const { detail } = outcome ?? {};
    if (detail) runInRequest(waiting.context, () => this.#options.onFailure(detail));
    waiting.reject(new CommandError(outcome?.error.code ?? 'internal', outcome?.error.message));
  }
}
