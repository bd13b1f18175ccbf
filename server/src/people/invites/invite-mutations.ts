import type { Mutations } from '../../db/mutation.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { createInvite, deleteExpiredInvites, redeemInvite, revokeInvite } from './invites.ts';

export const INVITE_MUTATIONS = {
  create_invite: createInvite,
  revoke_invite: revokeInvite,
  redeem_invite: redeemInvite,
  delete_expired_invites: deleteExpiredInvites,
} satisfies Mutations;

export type InviteWriter = MutationWriter<typeof INVITE_MUTATIONS>;
