import { addColumns, type MigrationDialect } from './dialect.ts';

/** What carries the events of each of several servers. Those of earlier releases leave it out, and use the database. */
export function createStatements({ engine }: MigrationDialect): string[] {
  return engine === 'postgres' ? addColumns('nodes', ['"bus" text']) : [];
}
