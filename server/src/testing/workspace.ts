import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { openAdminStore, runMutation } from '../app/admin-cli/admin-store.ts';
import { newId } from '../base/ids.ts';
import { createNotificationEncoder } from '../cluster/bus/envelope.ts';
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

/** Like `npm run admin -- join`, for a person without the role. */
export async function joinAsAdmin(
  server: Pick<ServerProcess, 'data'>,
  uid: string,
  roomId: string,
): Promise<void> {
  await grantWorkspaceAdmin(server, uid);
  const config = { data: server.data, databaseUrl: undefined };
  const store = await openAdminStore(config, createNotificationEncoder(newId()));
  const input = { uid, roomId, reason: 'For a test', messageId: newId() };
  await runMutation(store, 'join_as_admin', input);
  await store.close();
  await revokeWorkspaceAdmin(server, uid);
}
