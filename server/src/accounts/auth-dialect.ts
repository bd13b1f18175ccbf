import { AsyncLocalStorage } from 'node:async_hooks';
import { CommandError } from '@snug/protocol';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import type { Mutations } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect } from '../db/store.ts';
import type { Writer } from '../db/writer.ts';

/** A database connection for the accounts library, which has its own types of the tables. */
export interface AccountsDatabase {
  db: Kysely<Record<string, never>>;
  type: EngineDialect['type'];
}

const failedQueries = new AsyncLocalStorage<CommandError[]>();

/** Throws `unavailable` if a query did: the accounts library reports a failed sign-out as a success, and a failed read as 500. */
export async function failIfUnavailable<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
  const failures: CommandError[] = [];
  const result = await failedQueries.run(failures, operation);
  if (failures[0]) throw failures[0];
  return result;
}

/** Writes go through the writer: a second writing connection would block the event loop while it waits for the write lock. */
export function createAccountsDatabase(
  read: Db,
  writer: Pick<Writer<Mutations>, 'query'>,
  dialect: EngineDialect,
): AccountsDatabase {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (query.query.kind === 'SelectQueryNode')
        return read.executeQuery<Row>(query).catch(recordIfUnavailable);
      const { rows, numAffectedRows } = await writer
        .query(query.sql, query.parameters)
        .catch(recordIfUnavailable);
      return { rows: rows as Row[], ...(numAffectedRows !== undefined && { numAffectedRows }) };
    },
    streamQuery: () => {
      throw new Error('streaming is not supported here');
    },
  };
  const db = new Kysely<Record<string, never>>({
    dialect: { ...dialect, createDriver: () => createWriterDriver(connection) },
  });
  return { db, type: dialect.type };
}

function recordIfUnavailable(error: unknown): never {
  if (error instanceof CommandError && error.code === 'unavailable') failedQueries.getStore()?.push(error);
  throw error;
}

function createWriterDriver(connection: DatabaseConnection): Driver {
  const refuse = async () => {
    throw new Error('a transaction of the accounts library would block all writes');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
}
