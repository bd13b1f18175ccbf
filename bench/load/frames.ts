/** WebSocket frames (RFC 6455, 5.2) of a client: received ones are not masked, sent ones are. */

export const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const;

const FINAL = 0x80;
const MASKED = 0x80;
const MASK_BYTES = 4;

/** Masked with zeros: the server does the full work of unmasking, and the load computes nothing. */
export function encodeFrame(opcode: number, payload: string | Buffer): Buffer {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const extra = body.length < 126 ? 0 : 2;
  if (body.length > 65_535) throw new Error('a load sends no frame over 64 KiB');
  const frame = Buffer.alloc(2 + extra + MASK_BYTES + body.length);
  frame[0] = FINAL | opcode;
  frame[1] = MASKED | (extra ? 126 : body.length);
  if (extra) frame.writeUInt16BE(body.length, 2);
  body.copy(frame, 2 + extra + MASK_BYTES);
  return frame;
}

export class FrameScanner {
  readonly #onFrame: (opcode: number, payload: Buffer) => void;
  #rest: Buffer | undefined;

  /** `payload` is only valid during the call: its memory is reused. */
  constructor(onFrame: (opcode: number, payload: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const size = sizeAt(bytes, at);
      if (size === undefined || at + size.header + size.payload > bytes.length) break;
      const from = at + size.header;
      at = from + size.payload;
      this.#onFrame(opcodeAt(bytes, from - size.header), bytes.subarray(from, at));
    }
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : undefined;
  }
}

function opcodeAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (!(first & FINAL)) throw new Error('no measured server sends fragmented messages');
  return first & 0x0f;
}

/** Undefined if the header is incomplete. */
function sizeAt(bytes: Buffer, at: number): { header: number; payload: number } | undefined {
  const left = bytes.length - at;
  if (left < 2) return undefined;
  const short = bytes[at + 1] ?? 0;
  if (short < 126) return { header: 2, payload: short };
  if (short === 126) return left < 4 ? undefined : { header: 4, payload: bytes.readUInt16BE(at + 2) };
  return left < 10 ? undefined : { header: 10, payload: Number(bytes.readBigUInt64BE(at + 2)) };
}
