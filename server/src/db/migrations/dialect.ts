/** What a migration writes differently for each engine. */
export interface MigrationDialect {
  engine: 'sqlite' | 'postgres';
  /** The type of texts that are compared by their bytes, so that names, ids and cursors have the same order on both. */
  text: string;
  /** After a table: its rows are stored in the order of the primary key. Only SQLite can. */
  clustered: string;
}

export const SQLITE: MigrationDialect = { engine: 'sqlite', text: 'text', clustered: ' without rowid' };

export const POSTGRES: MigrationDialect = { engine: 'postgres', text: 'text collate "C"', clustered: '' };

/** One by one, because SQLite adds only one column per statement. */
export function addColumns(table: string, columns: readonly string[]): string[] {
  return columns.map(column => `alter table "${table}" add column ${column}`);
}
