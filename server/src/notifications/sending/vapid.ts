import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

/** The public key names this server to push services (RFC 8292). Both are in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const KEY_BYTES = 32;

/** From the secret of the server, so that all nodes have the same key, and neither the database nor a backup contains it. */
export function deriveVapidKeys(secret: string): VapidKeys {
  const ecdh = createECDH('prime256v1');
  for (let attempt = 0; ; attempt++) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `push key ${attempt}`, KEY_BYTES));
    try {
      ecdh.setPrivateKey(key);
    } catch {
      // One in 2^32 is above the order of the curve.
      continue;
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: key.toString('base64url') };
  }
}

const HOUR_S = 60 * 60;
/** Push services refuse more than a day. */
const LIFETIME_S = 12 * HOUR_S;
/** Then a new one is signed, so that clocks may differ by hours. */
const CACHED_S = 6 * HOUR_S;
/** People choose the origins. */
const MAX_CACHED = 100;

export interface VapidSignerOptions {
  keys: VapidKeys;
  /** The public address of the server, which a push service can ask about it. */
  origin: string;
  /** Ms since 1970. */
  now: () => number;
}

/** Signs who sends a push. One signature serves all pushes to an origin for hours. */
export class VapidSigner {
  readonly #options: VapidSignerOptions;
  readonly #key: KeyObject;
  readonly #cached = new Map<string, { header: string; untilS: number }>();

  constructor(options: VapidSignerOptions) {
    this.#options = options;
    this.#key = toKey(options.keys);
  }

  /** The value of `Authorization`. Never logged: with an endpoint, it is enough to send a push. */
  getHeader(endpoint: string): string {
    const { origin } = new URL(endpoint);
    const nowS = Math.floor(this.#options.now() / 1_000);
    const cached = this.#cached.get(origin);
    if (cached && nowS < cached.untilS && nowS >= cached.untilS - CACHED_S) return cached.header;
    const header = this.#createHeader(origin, nowS);
    this.#cached.delete(origin);
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined && this.#cached.size >= MAX_CACHED) this.#cached.delete(oldest);
    this.#cached.set(origin, { header, untilS: nowS + CACHED_S });
    return header;
  }

  #createHeader(audience: string, nowS: number): string {
    const { keys, origin } = this.#options;
    // Push services refuse http. Only a browser on the same machine subscribes at such an address.
    const subject = origin.replace(/^http:/, 'https:');
    const claims = { aud: audience, exp: nowS + LIFETIME_S, sub: subject };
    const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`;
  }
}

function toKey({ publicKey, privateKey: d }: VapidKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.toString('base64url', 1, 1 + KEY_BYTES);
  const y = point.toString('base64url', 1 + KEY_BYTES);
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
