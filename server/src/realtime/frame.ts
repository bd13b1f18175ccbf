export interface Frame {
  readonly text: string;
  /** The text as one unmasked WebSocket text frame (RFC 6455, 5.2), encoded once for all receivers. */
  readonly bytes: Buffer;
}

const FINAL_TEXT = 0x81;
/** A ping without a payload (RFC 6455, 5.5.2). */
const PING = Buffer.from([0x89, 0]);

export function createFrame(content: object): Frame {
  return createFrameFromJson(JSON.stringify(content));
}

export function createFrameFromJson(text: string): Frame {
  let bytes: Buffer | undefined;
  return {
    text,
    get bytes() {
      bytes ??= encodeTextFrame(text);
      return bytes;
    },
  };
}

/** Puts a ping before the frame, in the same write. Browsers answer a ping by themselves. */
export function prependPing({ text, bytes }: Frame): Frame {
  return { text, bytes: Buffer.concat([PING, bytes]) };
}

function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(headerLength + length);
  bytes[0] = FINAL_TEXT;
  if (headerLength === 2) bytes[1] = length;
  else if (headerLength === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, headerLength);
  return bytes;
}
