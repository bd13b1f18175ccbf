import type { Readable } from 'node:stream';

/** Undefined if there are more bytes than `maxBytes`, or none. */
export async function readBounded(bytes: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Ends the stream, too.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return size === 0 ? undefined : Buffer.concat(chunks);
}
