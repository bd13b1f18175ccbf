import * as v from 'valibot';
import { defineCommand } from './command.ts';

/** Where somebody can sign in from elsewhere: Google, GitHub, and one OpenID Connect provider of the admin's choice. */
export const ProviderId = v.picklist(['google', 'github', 'oidc'], 'must be "google", "github" or "oidc"');
export type ProviderId = v.InferOutput<typeof ProviderId>;
export const PROVIDER_IDS = ProviderId.options;

/** What each is called where the admin gave no name. */
export const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  github: 'GitHub',
  oidc: 'OpenID Connect',
};

/** What `GET /api/providers` answers, to anyone: the ways of signing in that this Snug offers beside a password. */
export const SignInOptions = v.object({
  providers: v.array(v.object({ id: ProviderId, name: v.string() })),
  signUp: v.picklist(['open', 'closed']),
});
export type SignInOptions = v.InferOutput<typeof SignInOptions>;

/** An account elsewhere by which a person signs in. A password is none. */
export const LinkedAccount = v.object({ provider: ProviderId });
export type LinkedAccount = v.InferOutput<typeof LinkedAccount>;

const LinkedAccounts = v.object({ accounts: v.array(LinkedAccount) });

export const listAccounts = defineCommand({
  summary: 'List your linked accounts',
  description: 'The providers by which you can sign in. Nobody else can see them.',
  input: v.strictObject({}),
  output: LinkedAccounts,
  errors: [],
});

export const unlinkAccount = defineCommand({
  summary: 'Disconnect a linked account',
  description:
    'From then on its provider does not sign you in any more. Your last way to sign in cannot be disconnected; ' +
    'a password counts as one. Answers with the accounts that are left.',
  input: v.strictObject({ provider: ProviderId }),
  output: LinkedAccounts,
  errors: ['not_found', 'forbidden', 'unavailable'],
});
