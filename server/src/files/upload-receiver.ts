import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CommandError, type FileUpload, MAX_UNSENT_FILES, type MessageFile } from '@snug/protocol';
import type { InferOutput } from 'valibot';
import type { Db } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { describeFile } from './describe-file.ts';
import { assertFreeSpace, type DiskSpace } from './disk-space.ts';
import { countBytes, hasFile, listUnsent } from './file-store.ts';
import type { FileWriter } from './files.ts';
import { createFileCountError, createQuotaError, type NewFile } from './files.ts';
import { stripMetadata } from './metadata.ts';
import { receiveBytes } from './receive-bytes.ts';
import type { FileRemoval } from './removal.ts';
import type { FileStorage } from './storage/storage.ts';

export interface UploadReceiverOptions {
  folder: string;
  storage: FileStorage;
  removal: FileRemoval;
  quota: number;
  diskSpace: () => Promise<DiskSpace>;
  read: Db;
  writer: FileWriter;
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** An inspection holds the whole file in memory; waiting files are on disk. */
const INSPECTION_LIMITS = { concurrency: 2, maxWaiting: 200, maxWaitingPerKey: 20 };

/** Receives uploads. A failed upload leaves nothing behind. */
export class UploadReceiver {
  readonly #options: UploadReceiverOptions;
  readonly #inspectionQueue = new FairQueue(INSPECTION_LIMITS);
  readonly #inProgress = new Map<string, Set<string>>();
  /** Ids of uploads that could neither be stored nor discarded, by person. */
  readonly #failed = new Map<string, Set<string>>();

  constructor(options: UploadReceiverOptions) {
    this.#options = options;
  }

  /** Throws `limit_exceeded`, `too_large`, `invalid_input`, `disk_full`, `rate_limited` and `unavailable`. */
  async receive(uid: string, upload: InferOutput<typeof FileUpload>, bytes: Readable): Promise<MessageFile> {
    const id = newId();
    const path = join(this.#options.folder, id);
    const ids = this.#inProgress.get(uid) ?? new Set();
    const others = [...ids];
    this.#inProgress.set(uid, ids.add(id));
    try {
      await this.#discardFailed(uid);
      assertFreeSpace(await this.#options.diskSpace());
      await this.#assertWithinQuota(uid, others);
      await receiveBytes(bytes, path);
      return await this.#store(uid, { id, ...upload }, path);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      this.#options.onFailure(error);
      throw new CommandError('unavailable');
    } finally {
      ids.delete(id);
      if (ids.size === 0) this.#inProgress.delete(uid);
      await rm(path, { force: true });
    }
  }

  /** `others`: ids of uploads that are in progress. The database may also list them, if they were stored meanwhile. */
  async #assertWithinQuota(uid: string, others: readonly string[]): Promise<void> {
    const { read, now, quota } = this.#options;
    const unsent = await listUnsent(read, uid, now());
    if (new Set([...others, ...unsent]).size >= MAX_UNSENT_FILES) throw createFileCountError();
    if ((await countBytes(read, uid)) >= quota) throw createQuotaError(quota);
  }

  // The row first, so that no bytes exist without a row. Rows without bytes are never published.
  async #store(
    uid: string,
    { id, ...upload }: { id: string } & InferOutput<typeof FileUpload>,
    path: string,
  ): Promise<MessageFile> {
    const { storage, writer, quota } = this.#options;
    const key = randomBytes(16).toString('hex');
    const described = await this.#inspectionQueue.run(uid, async () =>
      describeFile(await this.#stripMetadata(path), upload),
    );
    const row: NewFile = { id, key, name: upload.name, ...described };
    const { file } = await writer.write('add_file', { uid }, { ...row, quota });
    try {
      await storage.moveFrom(path, key);
      await this.#assertNotSwept(id);
    } catch (error) {
      await this.#rollBack(uid, row, path);
      throw error;
    }
    return file;
  }

  /** A process that hangs between row and bytes may continue after the sweep has removed both. */
  async #assertNotSwept(id: string): Promise<void> {
    if (await hasFile(this.#options.read, id)) return;
    throw new Error(`the upload ${id} was swept before its bytes were stored`);
  }

  async #stripMetadata(path: string): Promise<Uint8Array> {
    const received = await readFile(path);
    const cleaned = await stripMetadata(received);
    if (cleaned !== received) await writeFile(path, cleaned);
    return cleaned;
  }

  async #rollBack(uid: string, { id, key }: NewFile, path: string): Promise<void> {
    const { storage, onFailure } = this.#options;
    this.#failed.set(uid, (this.#failed.get(uid) ?? new Set()).add(id));
    // The bytes first: on a full disk, they free the space to store the removal.
    await Promise.all([storage.remove(key), rm(path, { force: true })]).catch(onFailure);
    await this.#discardFailed(uid).catch(onFailure);
  }

  /** Discards earlier failed uploads, so that they stop counting. Throws `unavailable` if that fails again. */
  async #discardFailed(uid: string): Promise<void> {
    for (const id of this.#failed.get(uid) ?? []) {
      await this.#options.removal.discard(uid, id);
      this.#failed.get(uid)?.delete(id);
    }
    if (this.#failed.get(uid)?.size === 0) this.#failed.delete(uid);
  }
}
