import { MAX_COUNTED_REPORTS } from '@snug/protocol';
import { accessWorkspace } from '../access.ts';
import { listAuditEntries } from '../audit/audit-log.ts';
import { hashOneTimeCode } from '../one-time-codes.ts';
import { countReports } from '../reports/report-store.ts';
import { listWorkspaceRooms } from '../workspace/room-list.ts';
import { hasWorkspaceAdmin, isWorkspaceAdmin } from '../workspace/workspace-admin-store.ts';
import type { Handlers } from './command-handler.ts';

type WorkspaceCommand = 'get_workspace' | 'redeem_setup' | 'list_workspace_rooms' | 'list_audit';

export const workspaceHandlers: Handlers<WorkspaceCommand> = {
  get_workspace: async ({ read }, { uid }) => {
    const admin = await isWorkspaceAdmin(read, uid);
    const reports = admin && { reports: await countReports(read, MAX_COUNTED_REPORTS) };
    return { admin, hasAdmin: await hasWorkspaceAdmin(read), ...reports };
  },

  redeem_setup: ({ writer }, { uid }, { code }) =>
    writer.write('redeem_setup', { uid }, { hash: hashOneTimeCode(code) }),

  list_workspace_rooms: async ({ read }, caller, input) => {
    await accessWorkspace(read, caller.uid);
    return listWorkspaceRooms(read, caller, input);
  },

  list_audit: async ({ read }, caller, input) => {
    await accessWorkspace(read, caller.uid);
    return listAuditEntries(read, caller, input);
  },
};
