import { open } from 'node:fs/promises';
import type { FileReader } from './file-reader.ts';

/** Real pictures have far fewer. */
export const MAX_SEGMENTS = 20_000;

const COPIED_BYTES = 1024 * 1024;

/** Bytes of a file from `start` up to `end`, without `end`. */
export interface Section {
  start: number;
  end: number;
}

/** A part of a changed file: bytes, or a section of the file as it was. */
export type Part = Buffer | Section;

export function addSection(parts: Part[], start: number, end: number): void {
  const last = parts.at(-1);
  if (last && !Buffer.isBuffer(last) && last.end === start) last.end = end;
  else parts.push({ start, end });
}

export function countPartBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + getLength(part), 0);
}

/** Whether the parts together are the file as it is. */
export async function areWholeFile(file: FileReader, parts: readonly Part[]): Promise<boolean> {
  let at = 0;
  for (const part of parts) {
    const isSame = Buffer.isBuffer(part) ? part.equals(await file.read(at, part.length)) : part.start === at;
    if (!isSame) return false;
    at += getLength(part);
  }
  return at === file.size;
}

export async function writeParts(file: FileReader, parts: readonly Part[], path: string): Promise<void> {
  const target = await open(path, 'wx', 0o600);
  try {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) await target.appendFile(part);
      else
        for (let at = part.start; at < part.end; at += COPIED_BYTES)
          await target.appendFile(await file.read(at, Math.min(COPIED_BYTES, part.end - at)));
    }
  } finally {
    await target.close();
  }
}

function getLength(part: Part): number {
  return Buffer.isBuffer(part) ? part.length : part.end - part.start;
}
