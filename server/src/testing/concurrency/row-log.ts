import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type Row = Record<string, string | number | null>;

export interface RowChange {
  table: string;
  before: Row | undefined;
  after: Row | undefined;
}

interface Table {
  name: string;
  columns: string[];
  keys: string[];
}

/** Records each row that a connection writes. Can undo it, or apply it to another database. */
export class RowLog {
  readonly #database: DatabaseSync;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #onChange: (change: RowChange) => void;
  #isPaused = false;

  /** If `onChange` throws, the writing statement is undone. */
  constructor(database: DatabaseSync, onChange: (change: RowChange) => void) {
    this.#database = database;
    this.#onChange = onChange;
    this.#tables = new Map(readTables(database).map(table => [table.name, table]));
    // Undoing an insertion deletes a row.
    database.exec('drop trigger if exists "audit_kept"');
    database.function('note_row', { varargs: true }, (...values) => this.#recordRow(values));
    for (const table of this.#tables.values()) this.#createTriggers(table);
  }

  /** Identifies the row within its table. */
  getKey({ table, before, after }: RowChange): string {
    const row = before ?? after ?? {};
    return JSON.stringify([table, ...(this.#tables.get(table)?.keys ?? []).map(key => row[key])]);
  }

  /** Undoes these changes, the last one first. */
  undo(changes: readonly RowChange[]): void {
    this.#isPaused = true;
    for (const { table, before, after } of changes.toReversed())
      this.apply(this.#database, { table, before: after, after: before });
    this.#isPaused = false;
  }

  /** Applies a change to another database with the same tables. */
  apply(database: DatabaseSync, { table, before, after }: RowChange): void {
    const { columns = [], keys = [] } = this.#tables.get(table) ?? {};
    const isKey = keys.map(key => `"${key}" is ?`).join(' and ');
    const [old, now] = [before, after];
    if (!now) {
      database.prepare(`delete from "${table}" where ${isKey}`).run(...keys.map(key => old?.[key] ?? null));
      return;
    }
    const values = columns.map(column => now[column] ?? null);
    if (!old) {
      const placeholders = columns.map(() => '?').join(', ');
      const names = columns.map(column => `"${column}"`).join(', ');
      database.prepare(`insert into "${table}" (${names}) values (${placeholders})`).run(...values);
      return;
    }
    const settings = columns.map(column => `"${column}" = ?`).join(', ');
    const key = keys.map(name => old[name] ?? null);
    database.prepare(`update "${table}" set ${settings} where ${isKey}`).run(...values, ...key);
  }

  #recordRow([table, before, after]: SQLInputValue[]): number {
    if (!this.#isPaused && typeof table === 'string')
      this.#onChange({ table, before: parseRow(before), after: parseRow(after) });
    return 0;
  }

  #createTriggers({ name, columns }: Table): void {
    const row = (of: string) => `json_object(${columns.map(c => `'${c}', ${of}."${c}"`).join(', ')})`;
    const triggers = {
      insert: ['null', row('new')],
      update: [row('old'), row('new')],
      delete: [row('old'), 'null'],
    };
    for (const [event, [before, after]] of Object.entries(triggers))
      this.#database.exec(
        `create temp trigger "note_${event}_${name}" after ${event} on main."${name}"
         begin select note_row('${name}', ${before}, ${after}); end`,
      );
  }
}

function parseRow(json: SQLInputValue | undefined): Row | undefined {
  return typeof json === 'string' ? (JSON.parse(json) as Row) : undefined;
}

function readTables(database: DatabaseSync): Table[] {
  const names = database
    .prepare(
      `select "name" from sqlite_schema where "type" = 'table' and "name" not like 'sqlite%' and "name" not like 'kysely%'`,
    )
    .all() as { name: string }[];
  return names.map(({ name }) => {
    const columns = database.prepare(`pragma table_info("${name}")`).all() as { name: string; pk: number }[];
    const keys = columns.filter(({ pk }) => pk > 0).map(column => column.name);
    return { name, columns: columns.map(column => column.name), keys };
  });
}
