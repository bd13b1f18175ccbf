import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  type PostgresAdapter,
  PostgresDialect,
  type PostgresPoolClient,
  type QueryResult,
} from 'kysely';
import type { Db, Schema } from '../schema.ts';
import { MigrationAdapter } from './migrate.ts';
import type { PostgresConnection, Result } from './postgres-connection.ts';

type RunQuery = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Result<Row>>;

export function createConnectionDb(connection: PostgresConnection): Db {
  const run: RunQuery = (sql, parameters) => connection.query(sql, parameters);
  return new DirectKysely(run, () => connection.close());
}

export function createReadDb(run: RunQuery, close: () => Promise<void>): Db {
  return new DirectKysely(run, close);
}

class DirectKysely extends Kysely<Schema> {
  readonly #run: RunQuery;
  readonly #close: () => Promise<void>;

  constructor(run: RunQuery, close: () => Promise<void>) {
    super({
      dialect: new Dialect({
        pool: { connect: async () => toPoolClient(run), end: close, options: {} },
      }),
    });
    this.#run = run;
    this.#close = close;
  }

  override destroy(): Promise<void> {
    return this.#close();
  }

  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    const { sql, parameters } = 'compile' in query ? query.compile() : query;
    const { rows, numAffectedRows } = await this.#run<Row>(sql, parameters);
    return numAffectedRows === undefined ? { rows } : { rows, numAffectedRows };
  }
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new MigrationAdapter();
  }
}

function toPoolClient(run: RunQuery): PostgresPoolClient {
  return {
    async query(sql: unknown, parameters: readonly unknown[]) {
      const { rows, numAffectedRows = 0n, command } = await run(String(sql), parameters);
      return { rows, rowCount: Number(numAffectedRows), command };
    },
    release() {},
  } as unknown as PostgresPoolClient;
}
