const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const MAP = 5;

/** RFC 8949, of integers, texts, bytes and maps up to 65,535. */
export function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number')
    return value < 0 ? encodeHead(NEGATIVE, -1 - value) : encodeHead(UNSIGNED, value);
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([encodeHead(BYTES, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([encodeHead(MAP, value.size), ...[...value].flat().map(encodeCbor)]);
  throw new Error(`no CBOR for ${typeof value}`);
}

function encodeHead(kind: number, length: number): Buffer {
  const first = kind << 5;
  if (length < 24) return Buffer.from([first | length]);
  if (length < 256) return Buffer.from([first | 24, length]);
  return Buffer.from([first | 25, length >> 8, length & 255]);
}
