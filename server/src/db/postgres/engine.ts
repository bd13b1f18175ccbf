import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../batch.ts';
import type { Publication } from '../mutation.ts';
import type { Db } from '../schema.ts';
import type { NotificationEncoder, WriteOutcome } from '../store.ts';
import {
  isConflict,
  isFatal,
  isServerError,
  isStorageFailure,
  isTransient,
  UnknownOutcomeError,
} from './errors.ts';
import { CHANNEL } from './listener.ts';
import { LOCK_NEW_ROOMS, LOCK_PEOPLE, LOCK_ROOMS, splitLockKeys } from './locks.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { createConnectionDb } from './postgres-db.ts';

export const BEGIN = 'begin isolation level read committed read write';
export const NOTIFY = `select pg_notify($1, payload) from unnest($2::text[]) with ordinality as p(payload, n) order by n`;

const SELECT_MOMENT = `select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"`;
const SELECT_TRANSACTION = 'select pg_current_xact_id()::text as "id"';

/** Conflicting batches run again at different times. */
const MAX_CONFLICT_DELAY_MS = 20;

export interface PostgresEngineOptions {
  encoder?: NotificationEncoder | undefined;
  isTracked?: boolean;
  onTime?: (now: number) => void;
}

export interface WriteConnection {
  connection: PostgresConnection;
  db: Db;
}

export class PostgresEngine implements Engine {
  readonly db: Db;
  readonly isConflict = isConflict;
  readonly isTransient = isTransient;
  readonly isStorageFailure = isStorageFailure;
  readonly #connection: PostgresConnection;
  readonly #options: PostgresEngineOptions;
  #runs = 0;
  #now = 0;
  #transactionId: string | undefined;
  #outcomes: readonly WriteOutcome[] = [];

  constructor({ connection, db }: WriteConnection, options: PostgresEngineOptions = {}) {
    this.#connection = connection;
    this.db = db;
    this.#options = options;
  }

  readonly now = (): number => this.#now;

  readonly incarnation = (): string => this.#connection.identity.incarnation;

  /** The transaction that was sent last, and the outcomes that it has if it is stored. */
  get lastTransaction(): { id: string | undefined; outcomes: readonly WriteOutcome[] } {
    return { id: this.#transactionId, outcomes: this.#outcomes };
  }

  readonly begin: Engine['begin'] = async getLockKeys => {
    if (this.#runs++ > 0) await wait(Math.random() * MAX_CONFLICT_DELAY_MS);
    const { roomIds, uids } = splitLockKeys(getLockKeys());
    const connection = this.#connection;
    const { isTracked } = this.#options;
    const queries: Query[] = [
      [BEGIN],
      ...(roomIds.length > 0
        ? ([
            [LOCK_NEW_ROOMS, [roomIds]],
            [LOCK_ROOMS, [roomIds]],
          ] as const)
        : []),
      ...(uids.length > 0 ? [[LOCK_PEOPLE, [uids]] as const] : []),
      // After the locks: the time is that of the last one.
      [SELECT_MOMENT],
      ...(isTracked ? [[SELECT_TRANSACTION] as const] : []),
    ];
    const results = await Promise.all(queries.map(([sql, parameters]) => connection.query(sql, parameters)));
    const { now = 0, id }: Partial<Moment> = Object.assign({}, ...results.flatMap(({ rows }) => rows));
    this.#now = now;
    this.#transactionId = id;
    this.#options.onTime?.(this.#now);
  };

  readonly commit: Engine['commit'] = async outcomes => {
    this.#outcomes = outcomes;
    const { encoder } = this.#options;
    const payloads = encoder
      ? outcomes.flatMap(getPublications).flatMap(publication => encoder.encode(publication) ?? [])
      : [];
    await sendCommit(
      this.#connection,
      payloads.length > 0 ? [this.#connection.query(NOTIFY, [CHANNEL, payloads])] : [],
    );
  };
}

export function createWriteConnection(connection: PostgresConnection): WriteConnection {
  return { connection, db: createConnectionDb(connection) };
}

type Query = readonly [sql: string, parameters?: readonly unknown[]];

interface Moment {
  now: number;
  id: string;
}

/**
 * Commits after the statements that were sent before. Throws their error, if one fails; an `UnknownOutcomeError` if the
 * transaction may be stored.
 */
export async function sendCommit(
  connection: PostgresConnection,
  earlier: readonly Promise<unknown>[],
): Promise<void> {
  connection.takeWarnings();
  const [commit, ...others] = await Promise.allSettled([connection.query('commit'), ...earlier]);
  const failed = others.find(
    (result): result is PromiseRejectedResult =>
      result.status === 'rejected' && isStatementError(result.reason),
  );
  if (failed) throw failed.reason;
  if (commit.status === 'rejected') {
    if (isStatementError(commit.reason)) throw commit.reason;
    throw new UnknownOutcomeError(String(commit.reason), { cause: commit.reason });
  }
  if (commit.value.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  // For example, a cancelled wait for a synchronous standby: a failover could lose the transaction.
  const [warning] = connection.takeWarnings();
  if (warning !== undefined) throw new UnknownOutcomeError(warning);
}

function isStatementError(error: unknown): boolean {
  return isServerError(error) && !isFatal(error);
}

function getPublications(outcome: WriteOutcome): readonly Publication[] {
  return 'publications' in outcome ? outcome.publications : [];
}
