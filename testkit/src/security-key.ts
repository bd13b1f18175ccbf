import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { encodeCbor } from './cbor.ts';

/** What a device signs. Each part can be wrong, for attacks. */
export interface SignedParts {
  challenge: string;
  origin: string;
  rpId: string;
  userHandle: string;
  isVerified: boolean;
  counter: number;
}

interface Options {
  challenge: string;
}

export interface CreationOptions extends Options {
  rp: { id: string };
  user: { id: string };
}

const ORIGIN = 'http://localhost:3000';
const IS_PRESENT = 0x01;
const IS_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A device with one passkey, after WebAuthn and RFC 9052: on purpose not the library of the server. */
export class SecurityKey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #userHandle = '';
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#coseKey = encodeCbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** The answer to `navigator.credentials.create`. `attestation`: a statement about the device, instead of none. */
  create(options: CreationOptions, parts: Partial<SignedParts> & { attestation?: unknown } = {}) {
    this.#userHandle = options.user.id;
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const described = this.#describe({ rpId: options.rp.id, ...parts }, HAS_CREDENTIAL);
    const authData = Buffer.concat([described, Buffer.alloc(16), length, credentialId, this.#coseKey]);
    const { fmt, attStmt } = (parts.attestation ?? { fmt: 'none', attStmt: new Map() }) as {
      fmt: string;
      attStmt: Map<string, Buffer>;
    };
    const attestation = new Map<string, unknown>(Object.entries({ fmt, attStmt, authData }));
    const attestationObject = encodeCbor(attestation).toString('base64url');
    const clientDataJSON = toClientData('webauthn.create', { ...options, ...parts });
    return { id: this.id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  /** The answer to `navigator.credentials.get`. Its counter rises each time. */
  get(options: Options, parts: Partial<SignedParts> = {}) {
    this.#counter = parts.counter ?? this.#counter + 1;
    const authenticatorData = this.#describe({ counter: this.#counter, ...parts });
    const clientDataJSON = toClientData('webauthn.get', { ...options, ...parts });
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authenticatorData, clientHash]), this.#privateKey);
    return {
      id: this.id,
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: parts.userHandle ?? this.#userHandle,
      },
    };
  }

  #describe(parts: Partial<SignedParts>, moreFlags = 0): Buffer {
    const { rpId = 'localhost', isVerified = true, counter = 0 } = parts;
    const flags = IS_PRESENT | (isVerified ? IS_VERIFIED : 0) | moreFlags;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }
}

function toClientData(type: string, parts: Pick<SignedParts, 'challenge'> & Partial<SignedParts>): string {
  const { challenge, origin = ORIGIN } = parts;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}
