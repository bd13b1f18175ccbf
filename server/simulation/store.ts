import { copyFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '@snug/testkit/random.ts';
import { CompiledQuery } from 'kysely';
import type { CoreOptions } from '../src/app/core.ts';
import { MUTATIONS } from '../src/commands/mutations.ts';
import { type Engine, runBatch } from '../src/db/batch.ts';
import type { LockKey, Mutations, Publication } from '../src/db/mutation.ts';
import type { Db } from '../src/db/schema.ts';
import { createSqliteDb } from '../src/db/sqlite/sqlite.ts';
import type { WriteJob, WriteOutcome } from '../src/db/store.ts';
import { DeadlockError } from '../src/testing/concurrency/lock-manager.ts';
import type { Row, RowChange, RowLog } from '../src/testing/concurrency/row-log.ts';
import {
  createConnection,
  SharedDatabase,
  type Transaction,
} from '../src/testing/concurrency/shared-database.ts';
import { Stepper } from '../src/testing/concurrency/stepper.ts';
import type { AccessState } from './access-history.ts';
import { findMissingLock } from './missing-lock.ts';

/** The share of statements without writes that also wait for a turn. */
const SLOW_READ_RATE = 0.02;

export interface SimulatedStoreOptions {
  /** A database file with the initial data. */
  path: string;
  random: Random;
  now: () => number;
  mutations?: Mutations | undefined;
  /** `unsorted`: batches lock in any order; `late`: they read before they lock. */
  locking?: 'unsorted' | 'late' | 'none' | undefined;
  /** Changes the statements of reads. */
  rewrite?: ((statement: string) => string) | undefined;
  onError: (error: unknown) => void;
  onCommit: (changes: readonly RowChange[]) => void;
}

export interface CommittedMessage {
  id: string;
  seq: number;
}

type OnPublications = (publications: readonly Publication[]) => void;

interface OpenStoreOptions {
  epoch: string;
  onCommit: OnPublications;
  onRun?: OnPublications | undefined;
}

export type ServerStore = CoreOptions['store'] & { kill: () => void; isWriting: () => boolean };

interface ServerLifetime {
  isKilled: boolean;
  readonly onRun: OnPublications | undefined;
  readonly onCommit: OnPublications;
  readonly transactions: Set<Transaction>;
}

/**
 * One database for several servers. Concurrent batches write to one copy of it, under locks, statement by statement. Each
 * commit is applied at once to another copy, for all reads.
 */
export class SimulatedStore {
  readonly committed: Db;
  readonly #options: SimulatedStoreOptions;
  readonly #stepper = new Stepper();
  readonly #database: DatabaseSync;
  readonly #working: DatabaseSync;
  readonly #shared: SharedDatabase;
  /** The stepper's number for each transaction. */
  readonly #numbers = new Map<Transaction, number>();
  readonly #lateLocks = new Map<Transaction, readonly LockKey[]>();
  readonly #messagesByRoom = new Map<string, readonly CommittedMessage[]>();
  #count = 0;

  constructor(options: SimulatedStoreOptions) {
    this.#options = options;
    copyFileSync(options.path, `${options.path}-working`);
    this.#database = openDatabaseFile(options.path);
    this.#working = openDatabaseFile(`${options.path}-working`);
    this.committed = createSqliteDb(this.#database);
    this.#shared = new SharedDatabase(this.#working, {
      waitForTurn: (transaction, sql) => this.#turn(transaction, sql),
      onWrite: (transaction, change) => this.#check(transaction, change),
      onCommit: (changes, log) => this.#commit(changes, log),
    });
  }

  get isBusy(): boolean {
    return this.#stepper.isWaiting;
  }

  getPosition(roomId: string): number | undefined {
    const row = this.#database.prepare('select "seq" from "rooms" where "id" = ?').get(roomId);
    return row && Number(row['seq']);
  }

  /** Where the log of a room begins, and the step of its last trim; 0 without one. */
  getTrim(roomId: string): { before: number; seq: number } {
    const row = this.#database
      .prepare('select "trimmedBefore", "trimmedSeq" from "rooms" where "id" = ?')
      .get(roomId);
    return { before: Number(row?.['trimmedBefore'] ?? 0), seq: Number(row?.['trimmedSeq'] ?? 0) };
  }

  /** Who may read a private room in the committed data, and who could at a step of the last commit. */
  readAccess(roomId: string, lastChanges: readonly RowChange[] = []): AccessState {
    const members = this.#database
      .prepare('select "userId" from "members" where "roomId" = ? and "role" is not null')
      .all(roomId);
    return {
      seq: this.getPosition(roomId) ?? 0,
      readers: new Set(members.map(row => String(row['userId']))),
      passing: lastChanges.flatMap(({ table, after }) =>
        table === 'members' && after?.['roomId'] === roomId && after['role'] ? [String(after['userId'])] : [],
      ),
    };
  }

  /** All committed rows of some tables. */
  listRows(...tables: readonly string[]): RowChange[] {
    return tables.flatMap(table =>
      this.#database
        .prepare(`select * from "${table}"`)
        .all()
        .map(after => ({ table, before: undefined, after: after as Row })),
    );
  }

  /** The existing messages of a room in the committed data that no trim took: the same array until the next commit. */
  listMessages(roomId: string): readonly CommittedMessage[] {
    const known = this.#messagesByRoom.get(roomId);
    if (known) return known;
    const messages = this.#database
      .prepare('select "id", "seq" from "messages" where "roomId" = ? and "seq" >= ? and "deletedAt" is null')
      .all(roomId, this.getTrim(roomId).before)
      .map(({ id, seq }) => ({ id: String(id), seq: Number(seq) }));
    this.#messagesByRoom.set(roomId, messages);
    return messages;
  }

  async step(maxSteps: number): Promise<void> {
    await this.#stepper.run(count => this.#options.random.below(count), maxSteps);
  }

  /** `onRun`: before each commit. `onCommit`: with each commit, also with those that follow a crash. */
  open({ epoch, onCommit, onRun }: OpenStoreOptions): ServerStore {
    const lifetime: ServerLifetime = { isKilled: false, onRun, onCommit, transactions: new Set() };
    return {
      epoch,
      now: this.#options.now,
      read: createConnection(query => this.#read(query)),
      runBatch: jobs => this.#run(lifetime, jobs),
      kill: () => this.#kill(lifetime),
      isWriting: () => lifetime.transactions.size > 0,
    };
  }

  close(): void {
    this.#database.close();
    this.#working.close();
  }

  async #read<Row>(query: CompiledQuery) {
    if (this.#options.random.chance(SLOW_READ_RATE)) await this.#stepper.waitForTurn(this.#count++);
    const { rewrite } = this.#options;
    return this.committed.executeQuery<Row>(rewrite ? { ...query, sql: rewrite(query.sql) } : query);
  }

  async #run(lifetime: ServerLifetime, jobs: readonly WriteJob[]): Promise<WriteOutcome[]> {
    if (lifetime.isKilled) return NEVER;
    const transaction = this.#shared.transaction();
    this.#numbers.set(transaction, this.#count++);
    lifetime.transactions.add(transaction);
    const engine = this.#createEngine(transaction, lifetime);
    const stored = await runBatch(engine, this.#getMutations(transaction, lifetime), jobs);
    lifetime.transactions.delete(transaction);
    this.#numbers.delete(transaction);
    return stored;
  }

  /** The server crashes: some of its running writes are stored, and it sends no results. */
  #kill(lifetime: ServerLifetime): void {
    lifetime.isKilled = true;
    for (const transaction of lifetime.transactions) {
      if (this.#options.random.chance(0.5)) continue;
      this.#stepper.forget(this.#getNumber(transaction));
      transaction.abort();
      lifetime.transactions.delete(transaction);
    }
  }

  #getMutations(transaction: Transaction, { onRun }: ServerLifetime): Mutations {
    const { mutations: given = MUTATIONS, locking } = this.#options;
    const mutations = {
      ...given,
      set_read: withLocks<{ roomId: string }>(given['set_read'], ({ roomId }) => [roomId]),
      set_reads: withLocks<{ reads: object }>(given['set_reads'], ({ reads }) => Object.keys(reads)),
    };
    if (locking === 'late')
      return mapMutations(mutations, mutation => this.#withLateLocks(transaction, mutation));
    return onRun ? mapMutations(mutations, mutation => withOnRun(onRun, mutation)) : mutations;
  }

  /** The same mutation, which takes its locks at its first write. */
  #withLateLocks(transaction: Transaction, mutation: AnyMutation): AnyMutation {
    return {
      lockKeys: () => [],
      run: (db, context, input) => {
        this.#lateLocks.set(transaction, mutation.lockKeys(context, input));
        return mutation.run(db, context, input);
      },
    };
  }

  #createEngine(transaction: Transaction, { onCommit }: ServerLifetime): Engine {
    return {
      db: transaction.db,
      begin: async getLockKeys => {
        await transaction.db.executeQuery(BEGIN);
        await this.#lock(transaction, getLockKeys());
      },
      commit: async outcomes => {
        await transaction.db.executeQuery(COMMIT);
        onCommit(outcomes.flatMap(outcome => ('output' in outcome ? outcome.publications : [])));
      },
      now: this.#options.now,
      incarnation: () => INCARNATION,
      isConflict,
      isTransient: isConflict,
      isStorageFailure: () => false,
    };
  }

  async #lock(transaction: Transaction, keys: readonly LockKey[]): Promise<void> {
    const { locking, random } = this.#options;
    if (locking === 'none') return;
    const ordered = locking === 'unsorted' ? random.shuffle(keys) : keys;
    for (const key of ordered) await this.#acquire(transaction, key);
  }

  async #acquire(transaction: Transaction, key: string): Promise<void> {
    await this.#stepper.waitForTurn(this.#getNumber(transaction));
    await this.#shared.locks.acquire(transaction, key).catch(error => {
      if (this.#options.locking !== 'late') this.#options.onError(error);
      throw error;
    });
  }

  async #turn(transaction: Transaction, sql: string): Promise<void> {
    await this.#stepper.waitForTurn(this.#getNumber(transaction));
    if (!WRITES.test(sql)) return;
    const late = this.#lateLocks.get(transaction) ?? [];
    this.#lateLocks.delete(transaction);
    for (const key of late) await this.#acquire(transaction, key);
  }

  #check(transaction: Transaction, change: RowChange): void {
    const missing = findMissingLock(change, key => this.#shared.locks.holds(transaction, key));
    if (missing) this.#options.onError(new Error(`a row of ${change.table} was written without ${missing}`));
  }

  #commit(changes: readonly RowChange[], log: RowLog): void {
    this.#database.exec('begin');
    for (const change of changes) log.apply(this.#database, change);
    this.#database.exec('commit');
    this.#messagesByRoom.clear();
    this.#options.onCommit(changes);
  }

  #getNumber(transaction: Transaction): number {
    return this.#numbers.get(transaction) ?? -1;
  }
}

/** The database outlives its servers. */
const INCARNATION = 'simulation';
const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const WRITES = /^\s*(insert|update|delete)/i;
const NEVER = new Promise<never>(() => {});

function openDatabaseFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  // The data need not survive the simulation.
  database.exec('pragma journal_mode = memory; pragma synchronous = off');
  return database;
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof DeadlockError || (error instanceof Error && error.message.includes('UNIQUE constraint'))
  );
}

type AnyMutation = Mutations[string];

/** A real database never shows the uncommitted rows of others. */
function withLocks<Input>(
  mutation: AnyMutation | undefined,
  listRoomIds: (input: Input) => string[],
): AnyMutation {
  if (!mutation) throw new Error('no such mutation');
  return {
    ...mutation,
    lockKeys: (_caller, input: Input) =>
      listRoomIds(input)
        .toSorted()
        .map(roomId => `room:${roomId}` as const),
  };
}

function mapMutations(mutations: Mutations, map: (mutation: AnyMutation) => AnyMutation): Mutations {
  return Object.fromEntries(Object.entries(mutations).map(([name, mutation]) => [name, map(mutation)]));
}

function withOnRun(onRun: OnPublications, mutation: AnyMutation): AnyMutation {
  return {
    ...mutation,
    async run(db, context, input) {
      const written = await mutation.run(db, context, input);
      onRun(written.publications);
      return written;
    },
  };
}
