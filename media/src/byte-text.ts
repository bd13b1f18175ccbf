const CHUNK_BYTES = 8_192;

/** One character a byte, so that indexes in the text are offsets of bytes. */
export function toByteText(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  return chunks.join('');
}
