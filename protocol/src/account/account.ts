import * as v from 'valibot';
import { defineCommand, PROOF_DESCRIPTION } from '../core/command.ts';
import { Timestamp } from '../core/ids.ts';
import { SIGN_UP_POLICIES } from '../core/setting.ts';
import { Password } from './credentials.ts';
import { PROVIDER_IDS } from './providers.ts';

export const ProviderId = v.picklist(PROVIDER_IDS, 'must be "google", "github" or "oidc"');
export type ProviderId = v.InferOutput<typeof ProviderId>;

/** The result of the public route `GET /api/providers`: the sign-in options besides a password. */
export const SignInOptions = v.object({
  providers: v.array(v.object({ id: ProviderId, name: v.string() })),
  /** `invite`: only with an invitation. */
  signUp: v.picklist(SIGN_UP_POLICIES),
  /** Of the workspace. */
  name: v.optional(v.string()),
  /** Whether the server sends mail, such as for a forgotten password. */
  mail: v.optional(v.boolean()),
  /** Whether the public address of the server permits passkeys. */
  passkeys: v.optional(v.boolean()),
  /** Whether nobody has an account yet: the setup link makes the first person the admin. */
  isNew: v.optional(v.boolean()),
  /** The addresses at which people can use Snug, the public one first. The server refuses changes from its page at another one. */
  origins: v.optional(v.array(v.string())),
});
export type SignInOptions = v.InferOutput<typeof SignInOptions>;

/** An account at a provider with which a person signs in. A password is not a linked account. `linkedAt`: of the newest one there. */
export const LinkedAccount = v.object({ provider: ProviderId, linkedAt: v.optional(Timestamp) });
export type LinkedAccount = v.InferOutput<typeof LinkedAccount>;

const LinkedAccounts = v.object({ accounts: v.array(LinkedAccount) });

const listAccounts = defineCommand({
  summary: 'List your linked accounts',
  description: 'The providers with which you can sign in. Nobody else can see them.',
  input: v.strictObject({}),
  output: LinkedAccounts,
  errors: [],
});

const unlinkAccount = defineCommand({
  summary: 'Disconnect a linked account',
  description:
    'Its provider can no longer sign you in. You cannot disconnect your last sign-in method; a password counts as one. ' +
    `Returns the remaining accounts. ${PROOF_DESCRIPTION}`,
  input: v.strictObject({ provider: ProviderId, password: v.optional(Password) }),
  needsProof: true,
  output: LinkedAccounts,
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const getAccount = defineCommand({
  summary: 'Read how you sign in',
  description:
    '`email`: missing if your provider gave none. `isVerified`: whether it is yours for sure, if the server sends mail. `twoStep`: ' +
    'if two-step verification is on, with the number of unused recovery codes. `passkeys`: their number. `isFresh`: whether this ' +
    'session began in the last 10 minutes, which the first password requires. `guest`: of a guest, the end of their access and the name of the person who can extend it. Nobody else can see them.',
  input: v.strictObject({}),
  output: v.object({
    email: v.optional(v.string()),
    isVerified: v.optional(v.boolean()),
    hasPassword: v.boolean(),
    twoStep: v.optional(v.object({ recoveryCodes: v.number() })),
    passkeys: v.optional(v.number()),
    isFresh: v.boolean(),
    guest: v.optional(v.object({ until: v.optional(Timestamp), inviter: v.optional(v.string()) })),
  }),
  errors: [],
});

export const ACCOUNT_COMMANDS = {
  get_account: getAccount,
  list_accounts: listAccounts,
  unlink_account: unlinkAccount,
} as const;
