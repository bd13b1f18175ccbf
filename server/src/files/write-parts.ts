import { type FileHandle, open } from 'node:fs/promises';
import type { Part } from '@snug/media/parts.ts';
import type { FileReader } from './file-reader.ts';

const COPIED_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/** Writes parts of `file` to a new file. */
export async function writeParts(file: FileReader, parts: readonly Part[], path: string): Promise<void> {
  const target = await open(path, 'wx', 0o600);
  try {
    for (const part of parts) await writePart(target, file, part);
  } finally {
    await target.close();
  }
}

async function writePart(target: FileHandle, file: FileReader, part: Part): Promise<void> {
  if ('zeros' in part)
    for (let left = part.zeros; left > 0; left -= ZEROS.length)
      await target.appendFile(ZEROS.subarray(0, Math.min(left, ZEROS.length)));
  else if ('end' in part)
    for (let at = part.start; at < part.end; at += COPIED_BYTES)
      await target.appendFile(await file.read(at, Math.min(COPIED_BYTES, part.end - at)));
  else await target.appendFile(part);
}
