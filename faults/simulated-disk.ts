import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '@snug/testkit/random.ts';
import type { SystemCall } from './system-calls.ts';

export const DATABASE_FILES = ['snug.db', 'snug.db-wal'];
/** A disk writes a sector completely or not at all. */
const SECTOR_BYTES = 512;

interface DiskFile {
  name: string;
  durable: FileContent;
  unsynced: SystemCall[];
}

/** The files of a database: their synced content, and the unsynced writes in memory. */
export class SimulatedDisk {
  readonly #files: readonly DiskFile[];

  constructor(folder: string, names: readonly string[] = DATABASE_FILES) {
    this.#files = names.map(name => {
      const durable = new FileContent();
      durable.write(readFileSync(join(folder, name)), 0);
      return { name, durable, unsynced: [] };
    });
  }

  /** Calls come in the order in which they ended. */
  apply(call: SystemCall): void {
    const file = this.#files.find(({ name }) => call.path.endsWith(`/${name}`));
    if (!file || call.failed) return;
    if (call.name === 'pwrite64' || call.name === 'ftruncate') file.unsynced.push(call);
    if (call.name !== 'fsync' && call.name !== 'fdatasync') return;
    // A write that had not ended when the sync began may have come too late for it.
    for (const early of file.unsynced.filter(({ ended }) => ended < call.began)) file.durable.apply(early);
    file.unsynced = file.unsynced.filter(({ ended }) => ended > call.began);
  }

  /** Loses unsynced writes; with `random`, any part of them may have reached the disk. */
  cutPower(folder: string, random?: Random): void {
    for (const { name, durable, unsynced } of this.#files) {
      const content = new FileContent();
      content.write(durable.bytes, 0);
      const late = random ? unsynced.flatMap(call => pickSectors(call, random)) : [];
      for (const call of late) content.apply(call);
      writeFileSync(join(folder, name), content.bytes);
    }
  }
}

type DiskWrite = Pick<SystemCall, 'name' | 'offset' | 'bytes'>;

class FileContent {
  #buffer = Buffer.alloc(0);
  #length = 0;

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  apply({ name, offset, bytes }: DiskWrite): void {
    if (name === 'ftruncate') this.#resize(offset);
    else this.write(bytes, offset);
  }

  write(bytes: Buffer, offset: number): void {
    this.#resize(Math.max(this.#length, offset + bytes.length));
    bytes.copy(this.#buffer, offset);
  }

  #resize(length: number): void {
    if (length > this.#buffer.length) this.#buffer = Buffer.concat([this.bytes], length * 2);
    this.#buffer.fill(0, Math.min(length, this.#length), Math.max(length, this.#length));
    this.#length = length;
  }
}

/** The sectors of a write that reach the disk by chance. */
function pickSectors({ name, offset, bytes }: SystemCall, random: Random): DiskWrite[] {
  if (name === 'ftruncate') return random.chance(0.5) ? [{ name, offset, bytes }] : [];
  const sectors: DiskWrite[] = [];
  for (let from = 0; from < bytes.length; from += SECTOR_BYTES) {
    const part = bytes.subarray(from, from + SECTOR_BYTES);
    if (random.chance(0.5)) sectors.push({ name, offset: offset + from, bytes: part });
  }
  return sectors;
}
