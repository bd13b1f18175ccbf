import type { Mutations } from '../db/mutation.ts';
import { addSetupCode, redeemSetup } from './setup.ts';
import { setWorkspaceAdmin } from './workspace-admins.ts';

export const WORKSPACE_MUTATIONS = {
  set_workspace_admin: setWorkspaceAdmin,
  add_setup_code: addSetupCode,
  redeem_setup: redeemSetup,
} satisfies Mutations;
