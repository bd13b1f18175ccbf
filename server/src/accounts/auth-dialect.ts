import { AsyncLocalStorage } from 'node:async_hooks';
import { CommandError } from '@snug/protocol';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import type { Mutations } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { EngineDialect } from '../db/store.ts';
import type { Writer } from '../db/writer.ts';

/** A database for the accounts library, whose tables it knows by itself. */
export interface AccountsDatabase {
  db: Kysely<Record<string, never>>;
  type: EngineDialect['type'];
}

/** What could not be stored for the request at hand. */
const lostWrites = new AsyncLocalStorage<CommandError[]>();

/**
 * Answers as the accounts library does, but rejects with `unavailable` where it could not store something: by itself it
 * calls a sign-out done that left the session as it was.
 */
export async function failOnLostWrite<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
  const failures: CommandError[] = [];
  const result = await lostWrites.run(failures, operation);
  if (failures[0]) throw failures[0];
  return result;
}

/**
 * The database as the accounts library sees it: its reads go where all reads go, and everything else through
 * the writer, so that no second connection ever waits for the write lock on the event loop.
 */
export function createAccountsDatabase<M extends Mutations>(
  read: Db,
  writer: Writer<M>,
  dialect: EngineDialect,
): AccountsDatabase {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (query.query.kind === 'SelectQueryNode') return read.executeQuery<Row>(query);
      const { rows, numAffectedRows } = await writer
        .query(query.sql, query.parameters)
        .catch(recordLostWrite);
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

function recordLostWrite(error: unknown): never {
  if (error instanceof CommandError && error.code === 'unavailable') lostWrites.getStore()?.push(error);
  throw error;
}

function createWriterDriver(connection: DatabaseConnection): Driver {
  const refuse = async () => {
    throw new Error('a transaction of the accounts library would hold up all writes');
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
