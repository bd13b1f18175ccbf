import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const PUBLIC_KEY_BYTES = 65;
/** The first byte of a point with both coordinates (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4;
const SECRET_BYTES = 16;
const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 5 + PUBLIC_KEY_BYTES;
const DELIMITER_AND_TAG_BYTES = 17;
/** RFC 8030, 7.2: a push service accepts at least so many bytes. */
const MAX_BODY_BYTES = 4_096;
export const MAX_PAYLOAD_BYTES = MAX_BODY_BYTES - HEADER_BYTES - DELIMITER_AND_TAG_BYTES;
/** The size of a body reveals little about that of its text. */
const PADDED_TO_BYTES = 256;
const LAST_RECORD = Buffer.from([2]);

/** Of a browser, in base64url: `PushSubscription.toJSON().keys`. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

export class PayloadTooLargeError extends Error {
  override readonly name = 'PayloadTooLargeError';
}

/** False also for a point that is not on the curve: it would reveal a part of the server's key of one push. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  try {
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    const point = parseBytes(p256dh, PUBLIC_KEY_BYTES);
    ecdh.computeSecret(point);
    parseBytes(auth, SECRET_BYTES);
    return point[0] === UNCOMPRESSED;
  } catch {
    return false;
  }
}

/** `privateKey`: new for each push, in base64url. */
export interface PushRandomness {
  salt: Buffer;
  privateKey: string | undefined;
}

function createRandomness(): PushRandomness {
  return { salt: randomBytes(SALT_BYTES), privateKey: undefined };
}

/** The body of a push: one record of `aes128gcm` (RFC 8188), with the key of RFC 8291. Throws a `PayloadTooLargeError`, or for keys that are none. */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  payload: Uint8Array,
  { isPadded = true, randomness: { salt, privateKey } = createRandomness() } = {},
): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new PayloadTooLargeError();
  const receiver = parseBytes(p256dh, PUBLIC_KEY_BYTES);
  const ecdh = createECDH(CURVE);
  if (privateKey === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(privateKey, 'base64url');
  const sender = ecdh.getPublicKey();
  const shared = ecdh.computeSecret(receiver);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const key = derive(shared, parseBytes(auth, SECRET_BYTES), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  const padding = Buffer.alloc(isPadded ? getPadding(payload.length) : 0);
  const encrypted = [
    cipher.update(payload),
    cipher.update(LAST_RECORD),
    cipher.update(padding),
    cipher.final(),
  ];
  return Buffer.concat([createHeader(salt, sender), ...encrypted, cipher.getAuthTag()]);
}

function createHeader(salt: Buffer, sender: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(MAX_BODY_BYTES);
  sizes.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, sizes, sender]);
}

function getPadding(bytes: number): number {
  const padded = Math.ceil(bytes / PADDED_TO_BYTES) * PADDED_TO_BYTES;
  return Math.min(MAX_PAYLOAD_BYTES, padded) - bytes;
}

function derive(key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
}

function parseBytes(text: string, length: number): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== length) throw new TypeError(`The key has ${bytes.length} bytes.`);
  return bytes;
}
