/** RFC 6455, section 5.2. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameOptions {
  opcode: number;
  payload?: string | Buffer;
  fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  reserved?: number;
  masked?: boolean;
  /** A wrong length for the header. */
  length?: bigint;
}

const MASK = Buffer.from([1, 2, 3, 4]);

export function encodeClientFrame(options: FrameOptions): Buffer {
  const { opcode, payload = '', fin = true, reserved = 0, masked = true } = options;
  const bytes = Buffer.from(payload);
  const { length = BigInt(bytes.length) } = options;
  const first = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode]);
  const head = [first, encodeLength(length, masked)];
  if (!masked) return Buffer.concat([...head, bytes]);
  return Buffer.concat([...head, MASK, bytes.map((byte, index) => byte ^ (MASK[index % 4] ?? 0))]);
}

function encodeLength(length: bigint, masked: boolean): Buffer {
  const bit = masked ? 0x80 : 0;
  if (length < 126n) return Buffer.from([bit | Number(length)]);
  const bytes = Buffer.alloc(length < 65_536n ? 3 : 9);
  bytes[0] = bit | (bytes.length === 3 ? 126 : 127);
  if (bytes.length === 3) bytes.writeUInt16BE(Number(length), 1);
  else bytes.writeBigUInt64BE(length, 1);
  return bytes;
}
