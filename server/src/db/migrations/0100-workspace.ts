import { changeAccountTables } from './0100-workspace/accounts.ts';
import { changeMessageTables } from './0100-workspace/messages.ts';
import { createPrograms } from './0100-workspace/programs.ts';
import { changeRoomTables } from './0100-workspace/rooms.ts';
import { createWorkspaceTables } from './0100-workspace/workspace.ts';
import type { MigrationDialect } from './dialect.ts';

/** Everything since release 0.3.0. */
export function createStatements(dialect: MigrationDialect): string[] {
  return [
    ...changeRoomTables(dialect),
    ...changeMessageTables(dialect),
    ...changeAccountTables(dialect),
    ...createWorkspaceTables(dialect),
    ...createPrograms(dialect),
  ];
}
