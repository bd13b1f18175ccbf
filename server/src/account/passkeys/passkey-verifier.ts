import type { PasskeyRegistration, PasskeySignIn } from '@snug/protocol';
import { createPasskeyError } from './passkey-sign-in.ts';
import type { NewPasskey, PasskeyRow } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';
import { CHALLENGE_LIFETIME_MS } from './sign-in-challenges.ts';

// Loaded on first use: it takes a third of a second and 25 MB, and most servers start without a sign-in by passkey.
const loadLibrary = () => import('@simplewebauthn/server');

/** Ed25519, ECDSA with P-256, RSA: what devices have. Those for quantum computers are experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

export interface PasskeyOwner {
  uid: string;
  /** What the device shows beside the passkey. */
  account: string;
  name: string;
  /** So that a device does not create a second one. */
  passkeys: readonly PasskeyRow[];
}

/** What a new passkey consists of, besides its name and id. */
export type VerifiedPasskey = Omit<NewPasskey, 'id' | 'name'>;

/** The ceremonies of WebAuthn for this server. Each requires that the device verifies its person. */
export class PasskeyVerifier {
  readonly #party: RelyingParty;

  constructor(party: RelyingParty) {
    this.#party = party;
  }

  async createRegistrationOptions(
    { uid, account, name, passkeys }: PasskeyOwner,
    challenge: string,
  ): Promise<object> {
    const { generateRegistrationOptions } = await loadLibrary();
    return generateRegistrationOptions({
      rpName: 'Snug',
      rpID: this.#party.id,
      userID: new Uint8Array(Buffer.from(uid)),
      userName: account,
      userDisplayName: name,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_LIFETIME_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: passkeys.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  async createSignInOptions(challenge: string): Promise<object> {
    const { generateAuthenticationOptions } = await loadLibrary();
    return generateAuthenticationOptions({
      rpID: this.#party.id,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
    });
  }

  /** Returns the challenge that it signed, too: the caller checks it. Rejects with `forbidden`. */
  async verifyRegistration({
    id,
    response,
  }: PasskeyRegistration['credential']): Promise<{ challenge: string; passkey: VerifiedPasskey }> {
    const { verifyRegistrationResponse } = await loadLibrary();
    let challenge = '';
    const { registrationInfo } = await rejectAlike(async () =>
      verifyRegistrationResponse({
        response: {
          ...toCredential(id),
          response: {
            clientDataJSON: response.clientDataJSON,
            attestationObject: await dropAttestation(response.attestationObject),
          },
        },
        expectedChallenge: signed => {
          challenge = signed;
          return true;
        },
        supportedAlgorithmIDs: ALGORITHMS,
        ...this.#getExpected(),
      }),
    );
    if (!registrationInfo || registrationInfo.credential.id !== id) throw createPasskeyError();
    const { publicKey, counter } = registrationInfo.credential;
    const key = Buffer.from(publicKey).toString('base64url');
    const transports = response.transports.join(' ');
    return { challenge, passkey: { credentialId: id, publicKey: key, counter, transports } };
  }

  /** Returns the counter of the signature. Rejects with `forbidden`. */
  async verifySignIn(
    { id, response }: PasskeySignIn['credential'],
    passkey: PasskeyRow,
    challenge: string,
  ): Promise<number> {
    const { verifyAuthenticationResponse } = await loadLibrary();
    if (Buffer.from(response.userHandle, 'base64url').toString() !== passkey.userId)
      throw createPasskeyError();
    const { verified, authenticationInfo } = await rejectAlike(() =>
      verifyAuthenticationResponse({
        response: { ...toCredential(id), response },
        expectedChallenge: challenge,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        ...this.#getExpected(),
      }),
    );
    if (!verified) throw createPasskeyError();
    return authenticationInfo.newCounter;
  }

  #getExpected() {
    const { id, origins } = this.#party;
    return { expectedOrigin: origins, expectedRPID: id, requireUserVerification: true };
  }
}

function toCredential(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

function toDescriptor({ credentialId, transports }: PasskeyRow): { id: string; transports: string[] } {
  return { id: credentialId, transports: transports.split(' ').filter(Boolean) };
}

/** The library reports malformed and wrong input with errors of many kinds, whose texts repeat what the caller sent. */
async function rejectAlike<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw createPasskeyError();
  }
}

/**
 * The same attestation object without the statement about the model of the device, in base64url. Snug requests none. The library
 * would check one, and to do so would fetch the revocation lists that a certificate in it names: any address an attacker likes.
 */
async function dropAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const reduced = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(new Uint8Array(isoCBOR.encode(reduced)));
}
