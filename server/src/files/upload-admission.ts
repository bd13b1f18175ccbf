import { CommandError, DEFAULT_MAX_FILE_BYTES, MAX_UNSENT_FILES } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { assertFreeSpace, type DiskSpace } from './disk-space.ts';
import { countBytes, listUnsent } from './file-store.ts';
import { createFileCountError, createQuotaError } from './files.ts';

/** How many bytes a person may upload in a period. */
export interface UploadBudget {
  /** Rejects with `rate_limited`. */
  take(uid: string, bytes: number): Promise<void>;
  giveBack(uid: string, bytes: number): Promise<void>;
}

export interface UploadAdmissionOptions {
  /** Of one file. */
  maxBytes: number;
  /** Bytes of all files of one person. */
  quota: number;
  budget: UploadBudget;
  diskSpace: () => Promise<DiskSpace>;
  read: Db;
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** An upload in progress. */
export interface RunningUpload {
  readonly id: string;
  readonly uid: string;
  /** The bytes that it will add to the files of its person, if they are known. 0 after it has added them. */
  announced: number;
  received: number;
}

/** Rejects uploads that the server cannot store before it reads their bytes. */
export class UploadAdmission {
  readonly #options: UploadAdmissionOptions;
  /** In the order of their beginning. */
  readonly #running = new Set<RunningUpload>();

  constructor(options: UploadAdmissionOptions) {
    this.#options = options;
  }

  /**
   * Runs an upload. `size`: if it is known before. Rejects with `too_large`, `limit_exceeded`, `disk_full` or `rate_limited` if
   * the server cannot store it.
   */
  async run<Result>(
    uid: string,
    size: number | undefined,
    work: (upload: RunningUpload) => Promise<Result>,
  ): Promise<Result> {
    const upload: RunningUpload = { id: newId(), uid, announced: size ?? 0, received: 0 };
    const earlier = [...this.#running];
    this.#running.add(upload);
    try {
      await this.#assertStorable(upload, earlier);
      return await this.#runCharged(upload, size ?? this.#options.maxBytes, work);
    } finally {
      this.#running.delete(upload);
    }
  }

  /** Rejects with `disk_full` if other data has used up the space since the start of the upload. */
  async assertSpaceLeft(): Promise<void> {
    assertFreeSpace(await this.#options.diskSpace());
  }

  /** An upload without a known size counts as the largest, and missing bytes of any upload do not count. */
  async #runCharged<Result>(
    upload: RunningUpload,
    charged: number,
    work: (upload: RunningUpload) => Promise<Result>,
  ): Promise<Result> {
    await this.#options.budget.take(upload.uid, charged);
    try {
      return await work(upload);
    } finally {
      await this.#giveBack(upload.uid, charged - upload.received);
    }
  }

  async #giveBack(uid: string, bytes: number): Promise<void> {
    const { budget, onFailure } = this.#options;
    if (bytes > 0) await budget.giveBack(uid, bytes).catch(onFailure);
  }

  async #assertStorable(upload: RunningUpload, earlier: readonly RunningUpload[]): Promise<void> {
    const { maxBytes, quota, diskSpace, read, now } = this.#options;
    const { uid, announced } = upload;
    if (announced > maxBytes) throw createTooLargeError(maxBytes);
    assertFreeSpace(await diskSpace(), countMissingBytes([...earlier, upload]));
    const others = earlier.filter(each => each.uid === uid);
    const unsent = await listUnsent(read, uid, now());
    // Some of the others may be stored meanwhile.
    if (new Set([...others.map(({ id }) => id), ...unsent]).size >= MAX_UNSENT_FILES)
      throw createFileCountError();
    // Without a known size, at least one byte.
    const added = others.reduce((sum, other) => sum + other.announced, Math.max(1, announced));
    if ((await countBytes(read, uid)) + added > quota) throw createQuotaError(quota);
  }
}

function countMissingBytes(uploads: readonly RunningUpload[]): number {
  return uploads.reduce((sum, { announced, received }) => sum + Math.max(0, announced - received), 0);
}

export function createTooLargeError(maxBytes: number): CommandError {
  // The page translates the default text.
  if (maxBytes === DEFAULT_MAX_FILE_BYTES) return new CommandError('too_large');
  return new CommandError('too_large', `Files can have at most ${formatBytes(maxBytes)}`);
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`;
}
