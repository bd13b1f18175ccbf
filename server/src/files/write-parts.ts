import { type FileHandle, open } from 'node:fs/promises';
import { getPartLength, type Part } from '@snug/media/parts.ts';
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

/** Whether all sections of the file stay where they are. */
export function areInPlace(parts: readonly Part[]): boolean {
  let at = 0;
  return parts.every(part => {
    const isThere = !('end' in part) || part.start === at;
    at += getPartLength(part);
    return isThere;
  });
}

/** Changes a file in place: a long video would need its size once more, and minutes. */
export async function writeInPlace(parts: readonly Part[], path: string): Promise<void> {
  const target = await open(path, 'r+');
  try {
    let at = 0;
    for (const part of parts) {
      const end = at + getPartLength(part);
      if ('zeros' in part)
        for (let zeroed = at; zeroed < end; zeroed += ZEROS.length)
          await target.write(ZEROS, 0, Math.min(ZEROS.length, end - zeroed), zeroed);
      else if (!('end' in part)) await target.write(part, 0, part.length, at);
      at = end;
    }
    await target.datasync();
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
