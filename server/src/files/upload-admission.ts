import { CommandError, DEFAULT_MAX_FILE_BYTES, MAX_UNSENT_FILES } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { rejectIfAborted } from '../base/reject-if-aborted.ts';
import type { Db } from '../db/schema.ts';
import { type DiskSpace, hasFreeSpace } from './disk-space.ts';
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

/**
 * Disk space that an upload in progress reserves beyond what has arrived, at most: it checks the space again before it needs more.
 * A slow upload of a large file must not reserve the disk for days.
 */
const MAX_RESERVED_BYTES = 16_000_000;

/** People whose uploads end so that one upload has space. */
const MAX_ENDED_PEOPLE = 10;

/** An upload in progress. */
export interface RunningUpload {
  readonly id: string;
  readonly uid: string;
  /** The bytes that it will add to the files of its person, if they are known. 0 after it has added them. */
  announced: number;
  received: number;
  /** Aborts with `disk_full` if the upload has to make space for others. */
  readonly signal: AbortSignal;
}

interface Ending {
  end: () => void;
  ended: Promise<void>;
}

/** Rejects uploads that the server cannot store before it reads their bytes. */
export class UploadAdmission {
  readonly #options: UploadAdmissionOptions;
  /** In the order of their beginning. */
  readonly #running = new Map<RunningUpload, Ending>();

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
    const controller = new AbortController();
    const { signal } = controller;
    const upload: RunningUpload = { id: newId(), uid, announced: size ?? 0, received: 0, signal };
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const earlier = [...this.#running.keys()];
    this.#running.set(upload, { end: () => controller.abort(new CommandError('disk_full')), ended });
    try {
      await this.#assertStorable(upload, earlier);
      return await this.#runCharged(upload, size ?? this.#options.maxBytes, work);
    } finally {
      this.#running.delete(upload);
      resolve();
    }
  }

  /**
   * If the disk has no space for the upload, ends those of the person whose uploads in progress occupy most. Rejects with
   * `disk_full` if that is the person of this one.
   */
  async assertSpaceLeft(upload: RunningUpload): Promise<void> {
    const { diskSpace } = this.#options;
    for (let people = 0; !hasFreeSpace(await diskSpace(), this.#countReserved(upload)); people++) {
      const uid = findLargest([...this.#running.keys()]);
      if (uid === undefined || uid === upload.uid || people === MAX_ENDED_PEOPLE)
        throw new CommandError('disk_full');
      await rejectIfAborted(this.#endAll(uid), upload.signal);
    }
  }

  /** Of uploads that began before this one, and of itself. */
  #countReserved(upload: RunningUpload): number {
    const running = [...this.#running.keys()];
    return running.slice(0, running.indexOf(upload) + 1).reduce((sum, each) => sum + getReserved(each), 0);
  }

  async #endAll(uid: string): Promise<void> {
    const endings = [...this.#running].flatMap(([upload, ending]) => (upload.uid === uid ? ending : []));
    for (const { end } of endings) end();
    await Promise.all(endings.map(({ ended }) => ended));
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
    const { maxBytes, quota, read, now } = this.#options;
    const { uid, announced } = upload;
    if (announced > maxBytes) throw createTooLargeError(maxBytes);
    await this.assertSpaceLeft(upload);
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

function getReserved({ announced, received }: RunningUpload): number {
  return Math.min(MAX_RESERVED_BYTES, Math.max(0, announced - received));
}

/** The person whose end would free most. */
function findLargest(uploads: readonly RunningUpload[]): string | undefined {
  const bytes = new Map<string, number>();
  for (const upload of uploads)
    bytes.set(upload.uid, (bytes.get(upload.uid) ?? 0) + upload.received + getReserved(upload));
  return [...bytes].toSorted(([, a], [, b]) => b - a)[0]?.[0];
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
