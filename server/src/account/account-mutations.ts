import type { Mutations } from '../db/mutation.ts';
import type { MutationWriter, Writer } from '../db/writer.ts';
import { insertInvitedAccount, insertInvitedUser } from '../people/invites/invited-sign-up.ts';
import { redeemInvite } from '../people/invites/invites.ts';
import { claimAccount, claimWithProvider } from './claims/claim-account.ts';
import { createClaimLink } from './claims/claim-links.ts';
import { setEmail } from './emails/set-email.ts';
import { linkAccount } from './link-account.ts';
import { confirmEmail, createMailedLink } from './mails/mailed-links.ts';
import { acknowledgeNotices } from './notices/notices.ts';
import { deleteUsedChallenges, signInByPasskey } from './passkeys/passkey-sign-in.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys/passkeys.ts';
import { setPassword } from './passwords/set-password.ts';
import { recoverAccount } from './recovery/recover-account.ts';
import { createRecoveryLink, deleteExpiredLinks } from './recovery/recovery-links.ts';
import {
  deleteExpiredSessions,
  deleteIncompleteSignUps,
  endSession,
  insertSession,
  signOutEverywhere,
  touchSession,
} from './session-mutations.ts';
import { redeemSetup } from './setup/setup.ts';
import {
  beginTwoStep,
  finishSignIn,
  renewRecoveryCodes,
  turnOffTwoStep,
  turnOnTwoStep,
} from './two-step/two-step.ts';
import { unlinkAccount } from './unlink-account.ts';

export const ACCOUNT_MUTATIONS = {
  link_account: linkAccount,
  unlink_account: unlinkAccount,
  set_password: setPassword,
  set_email: setEmail,
  create_recovery_link: createRecoveryLink,
  recover_account: recoverAccount,
  create_claim_link: createClaimLink,
  claim_account: claimAccount,
  claim_with_provider: claimWithProvider,
  create_mailed_link: createMailedLink,
  confirm_email: confirmEmail,
  begin_two_step: beginTwoStep,
  turn_on_two_step: turnOnTwoStep,
  renew_recovery_codes: renewRecoveryCodes,
  turn_off_two_step: turnOffTwoStep,
  finish_sign_in: finishSignIn,
  begin_passkey: beginPasskey,
  add_passkey: addPasskey,
  rename_passkey: renamePasskey,
  remove_passkey: removePasskey,
  sign_in_by_passkey: signInByPasskey,
  delete_used_challenges: deleteUsedChallenges,
  acknowledge_notices: acknowledgeNotices,
  delete_expired_links: deleteExpiredLinks,
  end_session: endSession,
  sign_out_everywhere: signOutEverywhere,
  insert_session: insertSession,
  touch_session: touchSession,
  delete_expired_sessions: deleteExpiredSessions,
  delete_incomplete_sign_ups: deleteIncompleteSignUps,
  insert_invited_user: insertInvitedUser,
  insert_invited_account: insertInvitedAccount,
  redeem_invite: redeemInvite,
  redeem_setup: redeemSetup,
} satisfies Mutations;

export type AccountWriter = MutationWriter<typeof ACCOUNT_MUTATIONS>;
/** Also runs the statements of the accounts library. */
export type AccountQueryWriter = Pick<Writer<typeof ACCOUNT_MUTATIONS>, 'write' | 'query'>;
