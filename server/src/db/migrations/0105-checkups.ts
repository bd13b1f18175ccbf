import { addColumns, type MigrationDialect } from './dialect.ts';

/** What each of several servers has found on its machine, as JSON. A server with a data folder is alone, and has no table of them. */
export function createStatements({ engine }: MigrationDialect): string[] {
  return engine === 'postgres' ? addColumns('nodes', ['"checkup" text']) : [];
}
