import { addColumns } from './dialect.ts';

/** Workspace admins by a claim of the directory, who lose the role with the claim. */
export function createStatements(): string[] {
  return addColumns('workspace_admins', ['"byClaim" integer']);
}
