import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { EmailAddress, NewPassword } from './credentials.ts';

const createRecoveryLink = defineCommand({
  summary: 'Create a link that recovers an account; for workspace admins',
  description:
    'The link is `/recover/<code>`. It works once, for 15 minutes, and replaces the one before. Whoever opens it sets a new password, ' +
    'which ends all sessions of the person, and removes linked accounts, passkeys, access tokens and outgoing webhooks. Their next sessions announce that. The code is not readable again. For yourself and for ' +
    'other workspace admins it is `forbidden`.',
  input: v.strictObject({ uid: Id }),
  output: v.object({ code: v.string(), expiresAt: Timestamp }),
  errors: ['forbidden', 'not_found', 'unavailable'],
});

/** The result of `GET /api/account/recovery`, for a browser with a recovery link. `needsEmail`: the person has no address. */
export const RecoveryState = v.object({ name: v.string(), needsEmail: v.boolean() });
export type RecoveryState = v.InferOutput<typeof RecoveryState>;

/** The body of `POST /api/account/recovery`. `email`: for a person who has none. */
export const AccountRecovery = v.strictObject({
  newPassword: NewPassword,
  email: v.optional(EmailAddress),
});
export type AccountRecovery = v.InferOutput<typeof AccountRecovery>;

export const RECOVERY_COMMANDS = { create_recovery_link: createRecoveryLink } as const;
