import type { FileHandle } from 'node:fs/promises';

/** The bytes from `start` to `end` (excluded), or to the end of the file, in pieces of at most `chunkBytes`. */
export async function* readRange(
  file: FileHandle,
  { start, end, chunkBytes }: { start: number; end: number; chunkBytes: number },
): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}
