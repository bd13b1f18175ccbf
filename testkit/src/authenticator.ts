import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app, after RFC 4226 and RFC 6238: on purpose not the library of the server. */
export class Authenticator {
  readonly #key: Buffer;

  /** `url`: as in the QR code. */
  constructor(url: string) {
    this.#key = decodeBase32(new URL(url).searchParams.get('secret') ?? '');
  }

  /** `stepsAhead`: the server accepts each step once, and also the one after the present one. */
  createCode(stepsAhead = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsAhead));
    const digest = createHmac('sha1', this.#key).update(counter).digest();
    const offset = digest.readUInt8(digest.length - 1) & 15;
    const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
    return String(number).padStart(DIGITS, '0');
  }
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, letter => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2)));
}
