import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** No invitation has this id. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The code of an invitation is its id and a MAC of the id. So it can be shown again without being stored: who reads a backup
 * cannot use its invitations.
 */
export class InviteCodes {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  toCode(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    return Buffer.concat([bytes, this.#createMac(bytes)]).toString('base64url');
  }

  /** For any other text, an id that no invitation has, so that a lookup takes the same time. */
  toId(code: string): string {
    const bytes = Buffer.from(code, 'base64url');
    // The decoder ignores unknown characters: only one text may be the code of an invitation.
    if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== code) return UNKNOWN_ID;
    const id = bytes.subarray(0, ID_BYTES);
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.#createMac(id)) ? formatId(id) : UNKNOWN_ID;
  }

  /** The secret has other uses, too: the prefix keeps their signatures apart. */
  #createMac(id: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update('invite ').update(id).digest().subarray(0, MAC_BYTES);
  }
}

function formatId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
