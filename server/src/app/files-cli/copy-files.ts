import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import type { CopyJournal } from './copy-journal.ts';
import { KEY_OWNERS, type KeyOwner, type KeyRow } from './key-owners.ts';

const CONCURRENCY = 4;
const PAGE_SIZE = 100;
/** Further keys are only counted. */
const MAX_LISTED_KEYS = 20;
/** So many errors are not the faults of single files. */
const MAX_FAILURES = 20;

export interface CopyOptions {
  db: Db;
  from: FileStorage;
  to: FileStorage;
  /** For bytes on their way. */
  folder: string;
  journal: Pick<CopyJournal, 'store' | 'removeGone' | 'clear'>;
  isSourceDeleted: boolean;
  onProgress: (progress: CopyProgress) => void;
}

export interface CopyProgress {
  rows: number;
  allRows: number;
  bytes: number;
  allBytes: number;
}

/** `damaged`: the source has another size than the row. */
export type Problem = 'missing' | 'damaged' | 'failed';

export interface CopyResult {
  copied: { files: number; bytes: number };
  /** Were there before. */
  present: number;
  /** Were deleted meanwhile. */
  gone: number;
  /** Uploads in progress, whose bytes are nowhere yet. */
  unfinished: number;
  problems: Record<Problem, { count: number; keys: string[] }>;
  /** Of the last file that could not be copied. */
  error?: Error;
  /** After so many errors that the next files would fail, too. */
  hasStopped: boolean;
}

interface OwnedRow extends KeyRow {
  owner: KeyOwner;
}

/**
 * Copies the bytes of all rows, while a server may run that removes deleted files from both storages. A copy that was killed at any moment
 * continues with the next call, because it skips bytes that are there.
 */
export async function copyFiles(options: CopyOptions): Promise<CopyResult> {
  const copy = new Copy(options);
  await copy.run();
  return copy.result;
}

class Copy {
  readonly result: CopyResult = {
    copied: { files: 0, bytes: 0 },
    present: 0,
    gone: 0,
    unfinished: 0,
    problems: {
      missing: { count: 0, keys: [] },
      damaged: { count: 0, keys: [] },
      failed: { count: 0, keys: [] },
    },
    hasStopped: false,
  };
  readonly #options: CopyOptions;
  readonly #progress: CopyProgress = { rows: 0, allRows: 0, bytes: 0, allBytes: 0 };
  readonly #underWay = new Set<OwnedRow>();

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { db, from, to, journal } = this.#options;
    await journal.removeGone(db, [from, to]);
    for (const owner of KEY_OWNERS) {
      const { rows, bytes } = await owner.count(db);
      this.#progress.allRows += rows;
      this.#progress.allBytes += bytes;
    }
    const rows = this.#readRows();
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#work(rows)));
    if (!this.result.hasStopped) await journal.clear();
  }

  /** The calls of several workers wait for each other, so each row comes once. */
  async *#readRows(): AsyncGenerator<OwnedRow> {
    const { db, journal } = this.#options;
    for (const owner of KEY_OWNERS) {
      for (let after = ''; ; ) {
        const rows = (await owner.list(db, after, PAGE_SIZE)).map(row => ({ ...row, owner }));
        // Before their bytes, so that the next call knows all keys that may be in the target without a row.
        await journal.store([...this.#underWay, ...rows]);
        yield* rows;
        after = rows.at(-1)?.id ?? after;
        if (rows.length < PAGE_SIZE) break;
      }
    }
  }

  async #work(rows: AsyncGenerator<OwnedRow>): Promise<void> {
    for (;;) {
      if (this.result.hasStopped) return;
      const { value: row, done = false } = await rows.next();
      if (done || row === undefined) return;
      this.#underWay.add(row);
      try {
        await this.#copy(row);
      } catch (error) {
        this.#addProblem('failed', row.key);
        this.result.error = error instanceof Error ? error : new Error('it failed', { cause: error });
        this.result.hasStopped = this.result.problems.failed.count >= MAX_FAILURES;
      }
      this.#underWay.delete(row);
      this.#progress.rows++;
      this.#progress.bytes += row.size ?? 0;
      this.#options.onProgress(this.#progress);
    }
  }

  async #copy(row: OwnedRow): Promise<void> {
    const { db, from, to, isSourceDeleted } = this.#options;
    const { key, owner } = row;
    const [source, target] = await Promise.all([from.find(key), to.find(key)]);
    const size = row.size ?? source?.size ?? target?.size;
    if (target !== undefined && target.size === size) this.result.present++;
    else if (source === undefined) return this.#countMissing(row);
    else if (source.size !== size) return this.#addProblem('damaged', key);
    else if (!(await this.#transfer(row, source.size))) return this.#countMissing(row);
    if (await owner.isNamed(db, row)) {
      if (isSourceDeleted && source !== undefined) await from.remove(key);
      return;
    }
    // The server may have removed it before it was in the target.
    await to.remove(key);
    this.result.gone++;
  }

  /** False if the source has lost the bytes meanwhile. */
  async #transfer({ key, id }: OwnedRow, size: number): Promise<boolean> {
    const { from, to, folder } = this.#options;
    const path = join(folder, id);
    try {
      const bytes = await from.read(key);
      if (!bytes) return false;
      // A start of Snug empties the folder of uploads.
      await mkdir(folder, { recursive: true });
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
      await to.moveFrom(path, key);
    } finally {
      await rm(path, { force: true });
    }
    const stored = await to.find(key);
    if (stored?.size !== size) throw new Error(`${key} has ${stored?.size ?? 'no'} bytes and not ${size}`);
    this.result.copied.files++;
    this.result.copied.bytes += size;
    return true;
  }

  async #countMissing(row: OwnedRow): Promise<void> {
    const { db, to } = this.#options;
    if (!(await row.owner.isNamed(db, row))) this.result.gone++;
    // A new upload, which may have arrived since the first look.
    else if (await to.find(row.key)) this.result.present++;
    else if (row.isUnfinished) this.result.unfinished++;
    else this.#addProblem('missing', row.key);
  }

  #addProblem(problem: Problem, key: string): void {
    const { [problem]: problems } = this.result.problems;
    problems.count++;
    if (problems.keys.length < MAX_LISTED_KEYS) problems.keys.push(key);
  }
}
