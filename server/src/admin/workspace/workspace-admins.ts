import { CommandError, MAX_WORKSPACE_ADMINS } from '@snug/protocol';
import { deleteSetupCodes } from '../../account/setup/setup-code-store.ts';
import type { Mutation } from '../../db/mutation.ts';
import { accessPerson } from '../../people/profiles/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { isSuspended } from '../../workspace/suspension-store.ts';
import {
  addWorkspaceAdmin,
  listWorkspaceAdmins,
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
    if (admin) await deleteSetupCodes(db);
    const action = admin ? 'grant_workspace_admin' : 'revoke_workspace_admin';
    if (hasChanged) await recordAudit(db, call, { action, targetId: uid });
    return { output: { hasChanged }, publications: [] };
  },
};
