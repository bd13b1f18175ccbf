import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { openDatabase } from '../db/open.ts';
import { addWorkspaceAdmin, removeWorkspaceAdmin } from '../workspace/workspace-admin-store.ts';

/** On a running server with a data folder. */
export async function grantWorkspaceAdmin({ data }: Pick<ServerProcess, 'data'>, uid: string): Promise<void> {
  const db = openDatabase(data);
  await addWorkspaceAdmin(db, uid, Date.now());
  await db.destroy();
}

export async function revokeWorkspaceAdmin(
  { data }: Pick<ServerProcess, 'data'>,
  uid: string,
): Promise<void> {
  const db = openDatabase(data);
  await removeWorkspaceAdmin(db, uid);
  await db.destroy();
}
