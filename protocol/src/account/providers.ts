/** The identity providers that Snug supports: Google, GitHub and one OpenID Connect provider of the admin's choice. */
export const PROVIDER_IDS = ['google', 'github', 'oidc'] as const;

export const PROVIDER_NAMES: Readonly<Record<(typeof PROVIDER_IDS)[number], string>> = {
  google: 'Google',
  github: 'GitHub',
  oidc: 'OpenID Connect',
};
