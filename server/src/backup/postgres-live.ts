import { readEpoch } from '../db/epoch.ts';
import { MIGRATIONS } from '../db/postgres/migrate.ts';
import { connect, type PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { createConnectionDb } from '../db/postgres/postgres-db.ts';
import { BackupError } from './backup-error.ts';
import { assertOwnSchema } from './checks.ts';
import { type CopiedTable, quoteAll, type Row } from './copied-tables.ts';
import type { LiveDatabase, SnapshotOptions } from './live-database.ts';
import { allowLongTransactions } from './long-transactions.ts';
import { RowFile } from './row-file.ts';

const MAX_ROWS = 1_000;
const MAX_BYTES = 1_000_000;

type StoredRow = Readonly<Record<string, string | number | boolean | Date | null>>;

/** Throws a `BackupError` without a server, and a `StartError` if Snug cannot use it. */
export async function openPostgresLive(url: string, options: SnapshotOptions): Promise<LiveDatabase> {
  const connection = await connectForBackup(url);
  const db = createConnectionDb(connection);
  return {
    db,
    async takeSnapshot(path) {
      await assertOwnSchema(db, { migrations: MIGRATIONS });
      // Another connection: this one reads the current state meanwhile.
      const own = await connectForBackup(url);
      try {
        await copyAll(own, path, options);
      } finally {
        await own.close();
      }
    },
    async freeze() {
      await assertOwnSchema(db, { migrations: MIGRATIONS });
      await allowLongTransactions(db);
      await connection.query('begin isolation level repeatable read read only');
    },
    close: () => connection.close(),
  };
}

export function connectForBackup(url: string): Promise<PostgresConnection> {
  return connect(url, message => new BackupError(message));
}

/** Copies everything as of one moment. Writers do not wait for a reader. */
async function copyAll(
  connection: PostgresConnection,
  path: string,
  { onRows, signal }: SnapshotOptions,
): Promise<void> {
  const db = createConnectionDb(connection);
  await allowLongTransactions(db);
  const file = await RowFile.create(path);
  try {
    await connection.query('begin isolation level repeatable read read only');
    file.setEpoch(await readEpoch(db));
    let count = 0;
    for (const table of file.tables) {
      for await (const rows of readBatches(connection, table)) {
        file.insert(table, rows);
        onRows((count += rows.length));
        signal.throwIfAborted();
      }
    }
    await connection.query('commit');
  } finally {
    file.close();
  }
}

async function* readBatches(connection: PostgresConnection, table: CopiedTable): AsyncIterable<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const after = last && table.keys.map(key => last?.[key]);
    const { rows } = await connection.query<StoredRow>(createSelect(table, after !== undefined), after);
    if (rows.length === 0) return;
    const batch = rows.map(toRow);
    yield batch;
    last = batch.at(-1);
  }
}

// The limit is part of the statement, because the plan of a parameter expects a tenth of the table.
function createSelect({ name, columns, keys }: CopiedTable, isContinued: boolean): string {
  const [all, order] = [quoteAll(columns), quoteAll(keys)];
  const start = isContinued
    ? `where (${order}) > (${keys.map((_, index) => `$${index + 1}`).join(', ')})`
    : '';
  return `select ${all} from (
      select t.*, row_number() over w as "rowNumber", sum(octet_length(t::text)) over w as "rowBytes"
      from (select ${all} from "${name}" ${start} order by ${order} limit ${MAX_ROWS}) t
      window w as (order by ${order} rows unbounded preceding)
    ) b where "rowNumber" = 1 or "rowBytes" <= ${MAX_BYTES} order by ${order}`;
}

function toRow(stored: StoredRow): Row {
  return Object.fromEntries(
    Object.entries(stored).map(([column, value]) => {
      if (typeof value === 'boolean') return [column, Number(value)];
      return [column, value instanceof Date ? value.toISOString() : value];
    }),
  );
}
