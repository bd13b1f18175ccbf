import { CommandError } from '@snug/protocol';
import { listAuditEntries } from '../admin/audit/audit-log.ts';
import { listReports } from '../admin/reports/report-list.ts';
import { listSettings } from '../admin/settings/setting-list.ts';
import { readStorageUse } from '../admin/storage-use/storage-use.ts';
import { listWorkspaceInvites } from '../admin/workspace/invite-list.ts';
import { listWorkspacePeople } from '../admin/workspace/person-list.ts';
import { listPrivateRooms } from '../admin/workspace/private-room-list.ts';
import { listWorkspaceRooms } from '../admin/workspace/room-list.ts';
import { readWorkspaceState } from '../admin/workspace/workspace-state.ts';
import { newId } from '../base/ids.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import { accessWorkspace } from '../workspace/access.ts';
import type { Handlers } from './command-handler.ts';
import { forward } from './forward.ts';

export const adminHandlers = {
  ...forward('close_report'),

  get_workspace: ({ read, fixedSettings }, caller) => readWorkspaceState(read, caller, fixedSettings),

  redeem_setup: ({ writer }, { uid }, { code }) =>
    writer.write('redeem_setup', { uid }, { hash: hashSecretCode(code) }),

  list_workspace_people: async ({ read, nameTurns }, caller, input) => {
    await accessWorkspace(read, caller);
    return listWorkspacePeople(read, input, nameTurns.begin(caller.signal));
  },

  set_workspace_admin: async ({ writer }, { uid }, input) => {
    await writer.write('set_workspace_admin', { uid }, input);
    return {};
  },

  set_suspension: async ({ writer, sessionCloser }, { uid }, input) => {
    const { sessionIds } = await writer.write('set_suspension', { uid }, input);
    sessionCloser.closeAfterResult(sessionIds);
    return {};
  },

  end_sessions: async ({ writer, sessionCloser }, { uid }, input) => {
    const { sessionIds } = await writer.write('end_sessions', { uid }, input);
    sessionCloser.closeAfterResult(sessionIds);
    return {};
  },

  list_workspace_rooms: async ({ read, nameTurns }, caller, input) => {
    await accessWorkspace(read, caller);
    return listWorkspaceRooms(read, caller, input, nameTurns.begin(caller.signal));
  },

  list_private_rooms: async ({ read }, caller, input) => {
    await accessWorkspace(read, caller);
    return listPrivateRooms(read, input);
  },

  list_workspace_invites: async ({ read, inviteLinks }, caller, input) => {
    await accessWorkspace(read, caller);
    return listWorkspaceInvites(read, inviteLinks, caller, input);
  },

  list_settings: async ({ read, fixedSettings }, caller) => {
    await accessWorkspace(read, caller);
    return { settings: await listSettings(read, fixedSettings) };
  },

  set_setting: async ({ writer, fixedSettings: fixed, requireNewestRelease }, { uid }, input) => {
    await requireNewestRelease();
    return writer.write('set_setting', { uid }, { ...input, fixed });
  },

  set_logo: async ({ read, files, fixedSettings, requireNewestRelease }, caller, input) => {
    await accessWorkspace(read, caller);
    await requireNewestRelease();
    return files.logos.set(caller.uid, input, fixedSettings);
  },

  get_server: async ({ read, serverState }, caller, input) => {
    await accessWorkspace(read, caller);
    return serverState.read(input);
  },

  send_test_mail: async ({ read, mails }, caller) => {
    await accessWorkspace(read, caller);
    if (!mails) throw new CommandError('not_found', 'This server sends no mail');
    const problem = await mails.sendTest(caller.uid);
    return problem ? { problem } : {};
  },

  get_storage: async ({ read }, caller) => {
    await accessWorkspace(read, caller);
    return readStorageUse(read, caller);
  },

  list_audit: async ({ read }, caller, input) => {
    await accessWorkspace(read, caller);
    return listAuditEntries(read, caller, input);
  },

  report_message: ({ writer }, { uid }, { id = newId(), ...input }) =>
    writer.write('report_message', { uid }, { id, ...input }),

  list_reports: async ({ read }, caller, input) => {
    await accessWorkspace(read, caller);
    return listReports(read, caller, input);
  },
} satisfies Partial<Handlers>;
