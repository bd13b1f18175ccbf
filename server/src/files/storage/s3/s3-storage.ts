import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { StoreProblem } from '@snug/protocol';
import { escapeHtml } from '../../../base/escape-html.ts';
import { runConcurrently } from '../../../base/run-concurrently.ts';
import type { ByteRange, FileStorage, FileStoreState, StoredFileInfo } from '../storage.ts';
import { LIMITS, type RequestBody, S3Client, type S3ClientOptions } from './s3-client.ts';
import { S3Error, toResponseError } from './s3-error.ts';
import { StoreHealth, type StoreHealthOptions } from './store-health.ts';
import { findElements, findText } from './xml.ts';

const MEGABYTE = 1024 * 1024;
/** Stores allow 10,000. */
const MAX_PARTS = 9_000;
/** Of one file. */
const PARTS_AT_ONCE = 2;

const READ_BYTES = 256 * 1024;

/** Of a list: the most that stores return at once. */
const MAX_PAGE = 1_000;
/** A store that always reports another page must not keep a caller forever. */
const MAX_PAGES = 1_000;

const OCTET_STREAM = { 'content-type': 'application/octet-stream' };

/** Parts of a file that never became one, because a process ended before. The store keeps them, and charges for them. */
export interface UnfinishedUpload {
  key: string;
  id: string;
  startedAt: Date;
}

export interface S3StorageOptions extends Omit<S3ClientOptions, 'onResult'>, StoreHealthOptions {}

/** Files in a bucket of an S3-compatible store. It creates no bucket. */
export class S3Storage implements FileStorage, FileStoreState {
  readonly #client: S3Client;
  readonly #health: StoreHealth;
  readonly #prefix: string;
  readonly #now: () => number;
  readonly #partBytes: number;
  #probe: Promise<void> | undefined;

  constructor(options: S3StorageOptions) {
    this.#health = new StoreHealth(options);
    this.#prefix = options.prefix;
    this.#now = options.now;
    this.#partBytes = (options.limits ?? LIMITS).partBytes;
    this.#client = new S3Client({
      ...options,
      onResult: ({ body }, error) => {
        const isWrite = body !== undefined;
        if (error) this.#health.recordFailure(error, isWrite);
        else this.#health.recordSuccess(isWrite);
      },
    });
  }

  async findProblem(maxAgeMs: number): Promise<StoreProblem | undefined> {
    if (this.#now() - this.#health.checkedAt > maxAgeMs) {
      this.#probe ??= this.probe().finally(() => {
        this.#probe = undefined;
      });
      await this.#probe.catch(() => {});
    }
    return this.#health.problem;
  }

  /** Throws an `S3Error` if the store does not list the bucket within seconds. */
  async probe(): Promise<void> {
    const query = { 'list-type': '2', prefix: this.#prefix, 'max-keys': '1' };
    await this.#client.send({ method: 'GET', query, kind: 'probe' });
  }

  close(): void {
    this.#client.close();
  }

  async moveFrom(path: string, key: string, signal?: AbortSignal): Promise<void> {
    const { size } = await stat(path);
    const partBytes = getPartBytes(size, this.#partBytes);
    if (size <= partBytes) {
      const body = await readSlice(path, 0, size);
      await this.#client.send({ method: 'PUT', key, headers: OCTET_STREAM, body, kind: 'upload', signal });
    } else await this.#uploadParts(path, key, size, partBytes, signal);
    await rm(path, { force: true });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#client.send({
      method: 'PUT',
      key,
      headers: OCTET_STREAM,
      body: toBody(bytes),
      kind: 'upload',
    });
  }

  async find(key: string): Promise<StoredFileInfo | undefined> {
    const response = await undefinedIfMissing(this.#client.send({ method: 'HEAD', key, kind: 'download' }));
    if (!response) return undefined;
    const { 'content-length': size, 'last-modified': modified } = response.headers;
    const modifiedAt = new Date(modified ?? Number.NaN);
    if (size === undefined || Number.isNaN(modifiedAt.getTime()))
      throw new S3Error('failed', 'MissingHeaders');
    return { size: Number(size), modifiedAt };
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    const response = await undefinedIfMissing(
      this.#client.open({ method: 'GET', key, kind: 'download', ...(headers && { headers }) }),
    );
    if (!response || !range || hasRange(response, range)) return response;
    response.destroy();
    throw new S3Error('failed', 'WrongRange', { status: response.statusCode ?? 0 });
  }

  async list(folder: string, { after, limit }: { after?: string; limit: number }): Promise<string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    for (let page = 0; page < MAX_PAGES && keys.length < limit; page++) {
      const { text } = await this.#client.send({
        method: 'GET',
        query: {
          'list-type': '2',
          prefix: `${this.#prefix}${folder}/`,
          delimiter: '/',
          'max-keys': String(Math.min(MAX_PAGE, limit - keys.length)),
          ...(after && { 'start-after': this.#prefix + after }),
          ...(token !== undefined && { 'continuation-token': token }),
        },
      });
      for (const entry of findElements(text, 'Contents')) keys.push(this.#toKey(findText(entry, 'Key')));
      token = findText(text, 'NextContinuationToken');
      if (findText(text, 'IsTruncated') !== 'true' || token === undefined) break;
    }
    return keys.slice(0, limit);
  }

  async remove(key: string): Promise<void> {
    await undefinedIfMissing(this.#client.send({ method: 'DELETE', key, kind: 'removal' }));
  }

  /** The first uploads after `after`, sorted by key and then as the store likes. */
  async listUploads({
    after,
    limit,
  }: {
    after?: Pick<UnfinishedUpload, 'key' | 'id'>;
    limit: number;
  }): Promise<UnfinishedUpload[]> {
    const { text } = await this.#client.send({
      method: 'GET',
      query: {
        uploads: '',
        prefix: this.#prefix,
        'max-uploads': String(Math.min(MAX_PAGE, limit)),
        ...(after && { 'key-marker': this.#prefix + after.key, 'upload-id-marker': after.id }),
      },
    });
    return Array.from(findElements(text, 'Upload'), entry => ({
      key: this.#toKey(findText(entry, 'Key')),
      id: findText(entry, 'UploadId') ?? '',
      startedAt: new Date(findText(entry, 'Initiated') ?? Number.NaN),
    }));
  }

  /** Also resolves if the store has no such upload. */
  async abortUpload({ key, id }: Pick<UnfinishedUpload, 'key' | 'id'>): Promise<void> {
    try {
      await this.#client.send({ method: 'DELETE', key, query: { uploadId: id } });
    } catch (error) {
      if (!(error instanceof S3Error && error.isMissing)) throw error;
    }
  }

  async #uploadParts(
    path: string,
    key: string,
    size: number,
    partBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { text } = await this.#client.send({
      method: 'POST',
      key,
      query: { uploads: '' },
      headers: OCTET_STREAM,
      signal,
    });
    const id = findText(text, 'UploadId');
    if (!id) throw new S3Error('failed', 'MissingUploadId');
    try {
      const tags = await this.#sendParts(path, key, id, size, partBytes, signal);
      await this.#complete(key, id, tags, size, signal);
    } catch (error) {
      await this.abortUpload({ key, id }).catch(() => {});
      throw error;
    }
  }

  /** Returns the tag of each part. */
  async #sendParts(
    path: string,
    key: string,
    id: string,
    size: number,
    partBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const tags = Array.from({ length: Math.ceil(size / partBytes) }, () => '');
    // After the failure of one part, the other one must not arrive behind the abort of the upload.
    const failed = new AbortController();
    const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    const send = async (index: number) => {
      stop.throwIfAborted();
      const body = await readSlice(path, index * partBytes, Math.min(size, (index + 1) * partBytes));
      const query = { partNumber: String(index + 1), uploadId: id };
      const { headers } = await this.#client.send({
        method: 'PUT',
        key,
        query,
        body,
        kind: 'upload',
        signal: stop,
      });
      if (!headers.etag) throw new S3Error('failed', 'MissingETag');
      tags[index] = headers.etag;
    };
    await runConcurrently([...tags.keys()], PARTS_AT_ONCE, index =>
      send(index).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    );
    return tags;
  }

  async #complete(
    key: string,
    id: string,
    tags: readonly string[],
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeHtml(tag)}</ETag></Part>`,
    );
    const body = toBody(Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`));
    const headers = { 'content-type': 'application/xml' };
    try {
      const { status, text } = await this.#client.send({
        method: 'POST',
        key,
        query: { uploadId: id },
        headers,
        body,
        kind: 'complete',
        signal,
      });
      // The status is sent before the store has put the parts together.
      if (text.includes('<Error>')) throw toResponseError(status, text, false);
    } catch (error) {
      // The response may be lost, and the file complete. Keys are used once.
      const found = await this.find(key).catch(() => undefined);
      if (found?.size !== size) throw error;
    }
  }

  #toKey(stored: string | undefined): string {
    if (!stored?.startsWith(this.#prefix)) throw new S3Error('failed', 'WrongPrefix');
    return stored.slice(this.#prefix.length);
  }
}

/** Of each part but the last one. */
export function getPartBytes(size: number, least: number = LIMITS.partBytes): number {
  return size <= least * MAX_PARTS ? least : Math.ceil(size / MAX_PARTS / MEGABYTE) * MEGABYTE;
}

/** Hashes it first, so that the store can check what it receives. Each `open` reads the file again. */
async function readSlice(path: string, start: number, end: number): Promise<RequestBody> {
  const open = () => createReadStream(path, { start, end: end - 1, highWaterMark: READ_BYTES });
  const hash = createHash('sha256');
  if (end > start) for await (const chunk of open()) hash.update(chunk as Buffer);
  return { size: end - start, sha256: hash.digest('hex'), open };
}

function toBody(bytes: Uint8Array): RequestBody {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { size: bytes.length, sha256, open: () => Readable.from([bytes], { objectMode: false }) };
}

function hasRange({ statusCode, headers }: IncomingMessage, { start, end }: ByteRange): boolean {
  const size = Number(headers['content-length']);
  const range = String(headers['content-range']);
  return statusCode === 206 && size === end - start + 1 && range.startsWith(`bytes ${start}-${end}/`);
}

async function undefinedIfMissing<Value>(found: Promise<Value>): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof S3Error && error.isMissingKey) return undefined;
    throw error;
  }
}
