import { addSetupCode, redeemSetup } from '../../account/setup/setup.ts';
import type { Mutations } from '../../db/mutation.ts';
import { setLogo } from '../settings/set-logo.ts';
import { setSetting } from '../settings/set-setting.ts';
import { joinAsAdmin } from './admin-join.ts';
import { takePublications } from './pending-publications.ts';
import { endSessions, setSuspension } from './suspensions.ts';
import { followDirectory, setWorkspaceAdmin } from './workspace-admins.ts';

export const WORKSPACE_MUTATIONS = {
  set_workspace_admin: setWorkspaceAdmin,
  follow_directory: followDirectory,
  set_suspension: setSuspension,
  end_sessions: endSessions,
  set_setting: setSetting,
  set_logo: setLogo,
  join_as_admin: joinAsAdmin,
  add_setup_code: addSetupCode,
  redeem_setup: redeemSetup,
  take_publications: takePublications,
} satisfies Mutations;
