import { type CommandOutput, MAX_COUNTED_REPORTS } from '@snug/protocol';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import {
  type FixedSettings,
  readGuestSettings,
  readWorkspaceSettings,
} from '../../workspace/settings/settings.ts';
import { hasWorkspaceAdmin, isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';
import { countReports } from '../reports/report-store.ts';

/** For everyone. Only workspace admins get the number of reports. */
export async function readWorkspaceState(
  db: Db,
  { uid, guest }: Caller,
  fixed: FixedSettings,
): Promise<CommandOutput<'get_workspace'>> {
  const admin = await isWorkspaceAdmin(db, uid);
  const reports = admin && { reports: await countReports(db, MAX_COUNTED_REPORTS) };
  const settings = await (guest ? readGuestSettings : readWorkspaceSettings)(db, fixed);
  return { admin, hasAdmin: await hasWorkspaceAdmin(db), settings, ...reports };
}
