import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';

const PROVIDER_STRINGS = lazyStrings.providers;

/** `code` comes from the accounts library, `name` is the provider's. */
export function providerErrorText(code: string, name: string): string {
  return (ERROR_TEXTS.get(code) ?? PROVIDER_STRINGS.failed)(name);
}

const ERROR_TEXTS = new Map<string, (name: string) => string>(
  Object.entries({
    access_denied: PROVIDER_STRINGS.denied,
    account_not_linked: PROVIDER_STRINGS.emailTaken,
    account_already_linked_to_different_user: PROVIDER_STRINGS.linkedElsewhere,
    signup_disabled: () => PROVIDER_STRINGS.signUpClosed,
    session_changed: () => PROVIDER_STRINGS.sessionChanged,
    proof_expired: () => PROVIDER_STRINGS.expired,
    state_mismatch: () => PROVIDER_STRINGS.expired,
    state_not_found: () => PROVIDER_STRINGS.expired,
    invalid_code: () => PROVIDER_STRINGS.expired,
    issuer_mismatch: PROVIDER_STRINGS.wrongIssuer,
    provider_unreachable: PROVIDER_STRINGS.unreachable,
    provider_issuer: PROVIDER_STRINGS.wrongIssuer,
    provider_client: PROVIDER_STRINGS.wrongClient,
    provider_clock: PROVIDER_STRINGS.wrongClock,
    provider_audience: PROVIDER_STRINGS.wrongClientId,
    provider_signature: PROVIDER_STRINGS.unverified,
    provider_profile: PROVIDER_STRINGS.noProfile,
    provider_claim: PROVIDER_STRINGS.notAllowed,
    provider_linked: PROVIDER_STRINGS.linkedElsewhere,
    provider_link_over: () => PROVIDER_STRINGS.expired,
    PROVIDER_UNREACHABLE: PROVIDER_STRINGS.unreachable,
    UNREACHABLE: () => strings.shell.unreachableNow,
    rate_limited: () => PROVIDER_STRINGS.rateLimited,
    forbidden: () => PROVIDER_STRINGS.accessEnded,
  }),
);
