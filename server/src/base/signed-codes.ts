import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** Nothing has this id. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/**
 * For addresses: the code of a thing is its id and a MAC of the id. The server can show it without storing it, so a stolen backup
 * contains no address that works.
 */
export class SignedCodes {
  readonly #secret: string;
  readonly #purpose: string;

  /** The secret has several uses: the purpose keeps their codes apart. */
  constructor(secret: string, purpose: 'invite' | 'webhook' | 'probe' | 'mail') {
    this.#secret = secret;
    this.#purpose = purpose;
  }

  toCode(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    return Buffer.concat([bytes, this.#createMac(bytes)]).toString('base64url');
  }

  /** For any other text, an id that nothing has, so that a lookup takes the same time. */
  toId(code: string): string {
    const bytes = Buffer.from(code, 'base64url');
    // The decoder ignores unknown characters: only one text may be the code of a thing.
    if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== code) return UNKNOWN_ID;
    const id = bytes.subarray(0, ID_BYTES);
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.#createMac(id)) ? formatId(id) : UNKNOWN_ID;
  }

  #createMac(id: Buffer): Buffer {
    const mac = createHmac('sha256', this.#secret).update(`${this.#purpose} `).update(id).digest();
    return mac.subarray(0, MAC_BYTES);
  }
}

function formatId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
