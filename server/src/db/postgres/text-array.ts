import { types } from 'pg';

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
/** In UTF-8, a UTF-16 unit has at most this many bytes. */
const MAX_UNIT_BYTES = 3;
const FIRST_INDEX = 1;

/** A `text[]` in PostgreSQL's binary format. The client library would escape each text, and the server would undo it. */
export function encodeTextArray(texts: readonly string[]): Buffer {
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + texts.length * LENGTH_BYTES + units * MAX_UNIT_BYTES);
  // An array without elements has no dimension.
  const dimensions =
    texts.length > 0 ? [1, 0, types.builtins.TEXT, texts.length, FIRST_INDEX] : [0, 0, types.builtins.TEXT];
  let at = 0;
  for (const value of dimensions) at = bytes.writeInt32BE(value, at);
  for (const text of texts) {
    const length = bytes.write(text, at + LENGTH_BYTES);
    at = bytes.writeInt32BE(length, at) + length;
  }
  return bytes.subarray(0, at);
}
