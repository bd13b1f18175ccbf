import { PasskeyVerifier } from './passkey-verifier.ts';
import { findRelyingParty } from './relying-party.ts';
import { SignInChallenges } from './sign-in-challenges.ts';

export interface PasskeyServices {
  verifier: PasskeyVerifier;
  challenges: SignInChallenges;
}

/** Undefined if browsers refuse passkeys at the public address. */
export function createPasskeyServices({
  config,
  secret,
  now,
}: {
  config: { origins: readonly [string, ...string[]] };
  secret: string;
  now: () => number;
}): PasskeyServices | undefined {
  const party = findRelyingParty(config.origins);
  return party && { verifier: new PasskeyVerifier(party), challenges: new SignInChallenges(secret, now) };
}
