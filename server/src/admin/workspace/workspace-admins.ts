import { CommandError, MAX_WORKSPACE_ADMINS } from '@snug/protocol';
import { deleteSetupCodes } from '../../account/setup/setup-code-store.ts';
import type { Mutation, MutationContext } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessPerson } from '../../people/profiles/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { isSuspended } from '../../workspace/suspension-store.ts';
import {
  addDirectoryAdmin,
  addWorkspaceAdmin,
  keepWorkspaceAdmin,
  listWorkspaceAdmins,
  removeDirectoryAdmin,
  removeWorkspaceAdmin,
} from '../../workspace/workspace-admin-store.ts';
import { accessOtherPerson } from './access.ts';
import { lockBoth } from './suspensions.ts';

interface RoleChange {
  uid: string;
  admin: boolean;
}

/** The command line has no `uid`. Afterwards, no setup link works. Returns whether it changed anything. */
export const setWorkspaceAdmin: Mutation<RoleChange, { hasChanged: boolean }> = {
  lockKeys: lockBoth,

  async run(db, call, { uid, admin }) {
    const person = await (call.uid === '' ? accessPerson(db, call, uid) : accessOtherPerson(db, call, uid));
    if (person.bot) throw new CommandError('forbidden', "A bot can't be a workspace admin");
    if (person.guest && admin)
      throw new CommandError('forbidden', "A guest can't be a workspace admin. Make them a member first.");
    if (admin && (await isSuspended(db, uid)))
      throw new CommandError('forbidden', 'This person is suspended. End that first.');
    if (admin && (await listWorkspaceAdmins(db)).length >= MAX_WORKSPACE_ADMINS)
      throw new CommandError('limit_exceeded', `There are ${MAX_WORKSPACE_ADMINS} workspace admins already`);
    const hasChanged = admin
      ? await addWorkspaceAdmin(db, uid, call.now)
      : await removeWorkspaceAdmin(db, uid);
    // Now by hand, so the directory does not end it.
    if (admin && !hasChanged) await keepWorkspaceAdmin(db, uid);
    if (admin) await deleteSetupCodes(db);
    const action = admin ? 'grant_workspace_admin' : 'revoke_workspace_admin';
    if (hasChanged) await recordAudit(db, call, { action, targetId: uid });
    return { output: { hasChanged }, publications: [] };
  },
};

/**
 * At a sign-in by a provider whose claim names the workspace admins. Roles that were granted by hand stay. A guest, and a person beyond
 * `MAX_WORKSPACE_ADMINS`, signs in without the role.
 */
export const followDirectory: Mutation<RoleChange, { hasChanged: boolean }> = {
  lockKeys: lockBoth,

  async run(db, call, { uid, admin }) {
    const hasChanged = admin
      ? (await canBecomeAdmin(db, call, uid)) && (await addDirectoryAdmin(db, uid, call.now))
      : await removeDirectoryAdmin(db, uid);
    if (hasChanged && admin) await deleteSetupCodes(db);
    const action = admin ? 'grant_workspace_admin' : 'revoke_workspace_admin';
    if (hasChanged) await recordAudit(db, call, { action, targetId: uid, reason: 'OIDC_ADMIN_CLAIM' });
    return { output: { hasChanged }, publications: [] };
  },
};

async function canBecomeAdmin(db: Db, call: MutationContext, uid: string): Promise<boolean> {
  const { bot, guest } = await accessPerson(db, call, uid);
  if (bot || guest || (await isSuspended(db, uid))) return false;
  return (await listWorkspaceAdmins(db)).length < MAX_WORKSPACE_ADMINS;
}
