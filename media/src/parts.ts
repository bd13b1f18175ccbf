import type { ByteReader } from './byte-reader.ts';
import { areSameBytes } from './bytes.ts';

/** Real pictures have far fewer. */
export const MAX_SEGMENTS = 20_000;

const COMPARED_BYTES = 64 * 1024;

/** Bytes of a file from `start` up to `end`, without `end`. */
export interface Section {
  start: number;
  end: number;
}

/** So many bytes with the value 0. */
export interface Zeros {
  zeros: number;
}

/** A part of a changed file: bytes, or a section of the file as it was, or zeros in place of any amount of removed data. */
export type Part = Uint8Array | Section | Zeros;

export function addSection(parts: Part[], start: number, end: number): void {
  const last = parts.at(-1);
  if (last && 'end' in last && last.end === start) last.end = end;
  else if (end > start) parts.push({ start, end });
}

export function countPartBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + getPartLength(part), 0);
}

export function getPartLength(part: Part): number {
  if ('zeros' in part) return part.zeros;
  return 'end' in part ? part.end - part.start : part.length;
}

/** Whether the parts together are the file as it is. */
export async function areWholeFile(file: ByteReader, parts: readonly Part[]): Promise<boolean> {
  let at = 0;
  for (const part of parts) {
    if (!(await isSame(file, part, at))) return false;
    at += getPartLength(part);
  }
  return at === file.size;
}

async function isSame(file: ByteReader, part: Part, at: number): Promise<boolean> {
  if ('end' in part) return part.start === at;
  if ('zeros' in part) return isZero(file, at, part.zeros);
  return areSameBytes(part, await file.read(at, part.length));
}

async function isZero(file: ByteReader, start: number, length: number): Promise<boolean> {
  for (let at = start; at < start + length; at += COMPARED_BYTES) {
    const bytes = await file.read(at, Math.min(COMPARED_BYTES, start + length - at));
    if (bytes.length === 0 || bytes.some(byte => byte !== 0)) return false;
  }
  return true;
}

/** A change in place: the bytes from `at` on get new values, or become zeros. */
export type Patch = { at: number } & ({ bytes: Uint8Array } | Zeros);

/**
 * A file of `size` bytes with some of them changed. Zeros may overlap. Undefined if other changes do, or leave the file: then
 * something that should go would stay.
 */
export function patchFile(size: number, patches: readonly Patch[]): Part[] | undefined {
  const parts: Part[] = [];
  let at = 0;
  for (const patch of patches.toSorted((a, b) => a.at - b.at)) {
    const end = patch.at + ('zeros' in patch ? patch.zeros : patch.bytes.length);
    if (end > size || (patch.at < at && !('zeros' in patch))) return undefined;
    addSection(parts, at, patch.at);
    if (end <= at) continue;
    parts.push('zeros' in patch ? { zeros: end - Math.max(at, patch.at) } : patch.bytes);
    at = end;
  }
  addSection(parts, at, size);
  return parts;
}
