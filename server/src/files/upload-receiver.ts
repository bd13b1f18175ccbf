import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CommandError, type FileUpload, type UploadedFile } from '@snug/protocol';
import type { InferOutput } from 'valibot';
import { FairQueue } from '../limits/fair-queue.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { describeFile } from './describe-file.ts';
import { hasFile } from './file-store.ts';
import type { FileWriter, NewFile } from './files.ts';
import { receiveBytes } from './receive-bytes.ts';
import type { FileRemoval } from './removal.ts';
import type { FileStorage } from './storage/storage.ts';
import { type RunningUpload, UploadAdmission, type UploadAdmissionOptions } from './upload-admission.ts';

export interface UploadReceiverOptions extends UploadAdmissionOptions {
  folder: string;
  storage: FileStorage;
  removal: FileRemoval;
  writer: FileWriter;
  metrics?: Pick<Metrics, 'uploads' | 'uploadedBytes'> | undefined;
}

/** An inspection holds the beginning of a file in memory. Pictures are decoded one at a time. */
const INSPECTION_LIMITS = { concurrency: 2, maxWaiting: 200, maxWaitingPerKey: 20 };

/** Receives uploads. A failed upload leaves nothing behind. */
export class UploadReceiver {
  readonly #options: UploadReceiverOptions;
  readonly #admission: UploadAdmission;
  readonly #inspectionQueue = new FairQueue(INSPECTION_LIMITS);
  /** Ids of uploads that could neither be stored nor discarded, by person. */
  readonly #failed = new Map<string, Set<string>>();

  constructor(options: UploadReceiverOptions) {
    this.#options = options;
    this.#admission = new UploadAdmission(options);
  }

  /** Of one file. */
  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  /** Rejects as an upload of this size would. Nothing is stored or counted. */
  async check(uid: string, size: number): Promise<void> {
    await this.#admission.run(uid, size, async () => {});
  }

  /**
   * `size`: if the client has declared it. Throws `limit_exceeded`, `too_large`, `invalid_input`, `disk_full`, `rate_limited`
   * and `unavailable`.
   */
  async receive(
    uid: string,
    upload: InferOutput<typeof FileUpload>,
    bytes: Readable,
    size?: number,
  ): Promise<UploadedFile> {
    const { metrics, onFailure } = this.#options;
    try {
      await this.#discardFailed(uid);
      const file = await this.#admission.run(uid, size, running =>
        this.#receive(uid, upload, bytes, running),
      );
      metrics?.uploads.inc({ outcome: 'ok' });
      metrics?.uploadedBytes.inc(file.size);
      return file;
    } catch (error) {
      const known = error instanceof CommandError ? error : new CommandError('unavailable');
      metrics?.uploads.inc({ outcome: known.code });
      if (known !== error) onFailure(error);
      throw known;
    }
  }

  async #receive(
    uid: string,
    upload: InferOutput<typeof FileUpload>,
    bytes: Readable,
    running: RunningUpload,
  ): Promise<UploadedFile> {
    const path = join(this.#options.folder, running.id);
    try {
      await receiveBytes(bytes, path, {
        maxBytes: this.maxBytes,
        onReceived: count => (running.received += count),
        assertSpaceLeft: () => this.#admission.assertSpaceLeft(running),
        signal: running.signal,
      });
      return await this.#store(uid, upload, path, running);
    } finally {
      await rm(path, { force: true });
    }
  }

  // The row first, so that no bytes exist without a row. Rows without bytes are never published.
  async #store(
    uid: string,
    upload: InferOutput<typeof FileUpload>,
    path: string,
    running: RunningUpload,
  ): Promise<UploadedFile> {
    const { storage, writer, quota } = this.#options;
    const { id } = running;
    const key = randomBytes(16).toString('hex');
    const { metadata, ...described } = await this.#inspectionQueue.run(uid, () => describeFile(path, upload));
    const row: NewFile = { id, key, name: upload.name, ...described };
    const { file } = await writer.write('add_file', { uid }, { ...row, quota });
    running.announced = 0;
    try {
      await storage.moveFrom(path, key, running.signal);
      await this.#assertNotSwept(id);
    } catch (error) {
      await this.#rollBack(uid, row, path);
      throw error;
    }
    return { ...file, ...(metadata && { metadata }) };
  }

  /** A process that hangs between row and bytes may continue after the sweep has removed both. */
  async #assertNotSwept(id: string): Promise<void> {
    if (await hasFile(this.#options.read, id)) return;
    throw new Error(`the upload ${id} was swept before its bytes were stored`);
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
