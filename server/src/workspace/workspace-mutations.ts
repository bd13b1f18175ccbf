import type { Mutations } from '../db/mutation.ts';
import { addSetupCode, redeemSetup } from './setup.ts';
import { endSessions, setSuspension } from './suspensions.ts';
import { setWorkspaceAdmin } from './workspace-admins.ts';

export const WORKSPACE_MUTATIONS = {
  set_workspace_admin: setWorkspaceAdmin,
  set_suspension: setSuspension,
  end_sessions: endSessions,
  add_setup_code: addSetupCode,
  redeem_setup: redeemSetup,
} satisfies Mutations;
