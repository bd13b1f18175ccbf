import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { EmailAddress, NewPassword } from './credentials.ts';

const createClaimLink = defineCommand({
  summary: 'Create a link with which somebody of an import signs in for the first time; for workspace admins',
  description:
    'The link is `/claim/<code>`. It works once, for 30 days, and replaces the one before. Whoever opens it chooses how they sign in, and is then that ' +
    'person. The code is not readable again. Somebody who has signed in is `not_found`. A suspended person and another workspace admin are `forbidden`.',
  input: v.strictObject({ uid: Id }),
  output: v.object({ code: v.string(), expiresAt: Timestamp }),
  errors: ['forbidden', 'not_found', 'unavailable'],
});

/** The result of `GET /api/account/claim`, for a browser with a claim link. */
export const ClaimState = v.object({
  name: v.string(),
  /** With which the person signs in. Missing if they have none. */
  email: v.optional(v.string()),
  /** The chat from which the person came. */
  source: v.optional(v.string()),
});
export type ClaimState = v.InferOutput<typeof ClaimState>;

/** The body of `POST /api/account/claim`. `email`: for a person who has none. */
export const AccountClaim = v.strictObject({
  newPassword: NewPassword,
  email: v.optional(EmailAddress),
});
export type AccountClaim = v.InferOutput<typeof AccountClaim>;

export const CLAIM_COMMANDS = { create_claim_link: createClaimLink } as const;
