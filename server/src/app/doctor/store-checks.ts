import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { escapeHtml } from '../../base/escape-html.ts';
import type { Config } from '../../config/config.ts';
import { NEXT_STEPS } from '../../files/storage/s3/open-s3.ts';
import {
  LIMITS,
  type RequestBody,
  type RequestClock,
  S3Client,
  type S3ClientOptions,
} from '../../files/storage/s3/s3-client.ts';
import { S3Error } from '../../files/storage/s3/s3-error.ts';
import { S3Storage, type UnfinishedUpload } from '../../files/storage/s3/s3-storage.ts';
import { findText } from '../../files/storage/s3/xml.ts';
import { describeSkew } from './database-checks.ts';
import type { Check, Result } from './finding.ts';

/** Of the first request. */
const SILENCE_MS = 4_500;
/** The other ones follow it. */
const TIMEOUT_MS = 20_000;
const REMOVAL_TIMEOUT_MS = 30_000;

/** Of one page. With as many of killed servers, the own one may be on another. */
const MAX_UPLOADS = 1_000;

const FOLDER = 'doctor';
const BYTES = Buffer.alloc(1_000, 'Snug tries its file store. ');
const WRONG_SHA256 = createHash('sha256').update('other bytes').digest('hex');

/** Each request once: an operator wants to know what fails. */
const ONCE = {
  ...LIMITS,
  requests: Object.fromEntries(
    Object.keys(LIMITS.requests).map(kind => [kind, { tries: 1, retryMs: 0, silenceMs: SILENCE_MS }]),
  ) as typeof LIMITS.requests,
};

type Settings = Pick<Config, 's3'>;

/** None without a file store. The first one connects; the last one removes what the others have stored. */
export function createStoreChecks({ s3 }: Settings, now = Date.now, clock?: RequestClock): Check[] {
  if (!s3) return [];
  const trial = new StoreTrial({ ...s3, ...(clock && { clock }) }, now);
  const connected = memoize(() => trial.connect());
  const ifConnected = (name: string, run: (aheadMs: number) => Promise<Result>): Check => {
    const runOnce = memoize(async () => {
      const { aheadMs } = await connected();
      return aheadMs === undefined ? SKIPPED : run(aheadMs).catch(describeFailure);
    });
    return { name, run: runOnce, timeoutMs: TIMEOUT_MS };
  };
  const checks = [
    { name: 's3', run: async () => (await connected()).result, timeoutMs: TIMEOUT_MS },
    ifConnected('s3 clock', async aheadMs => describeSkew(aheadMs, "the file store's")),
    ifConnected('s3 hashes', () => trial.checkHashes()),
    ifConnected('s3 parts', () => trial.checkParts()),
    ifConnected('s3 list', () => trial.checkLists()),
  ];
  const removal = ifConnected('s3 remove', async () => {
    await Promise.allSettled(checks.map(({ run }) => run()));
    return trial.removeAll();
  });
  return [...checks, { ...removal, timeoutMs: REMOVAL_TIMEOUT_MS }];
}

const SKIPPED: Result = { status: 'skipped', text: 'Not checked, because the file store cannot be used.' };

interface Connection {
  result: Result;
  /** Of this clock. Undefined if the store cannot be used. */
  aheadMs?: number;
}

/** Its objects are in a folder of their own. */
class StoreTrial {
  readonly #client: S3Client;
  readonly #storage: S3Storage;
  readonly #prefix: string;
  readonly #now: () => number;
  readonly #folder = `${FOLDER}/${randomUUID()}`;
  readonly #keys: string[] = [];
  readonly #uploads: Pick<UnfinishedUpload, 'key' | 'id'>[] = [];

  constructor(settings: S3ClientOptions, now: () => number) {
    this.#client = new S3Client({ ...settings, limits: ONCE });
    this.#storage = new S3Storage({ ...settings, limits: ONCE, now });
    this.#prefix = settings.prefix;
    this.#now = now;
  }

  async connect(): Promise<Connection> {
    try {
      const begun = this.#now();
      const query = { 'list-type': '2', prefix: this.#prefix, 'max-keys': '1' };
      const { headers } = await this.#client.send({ method: 'GET', query });
      const storeNow = Date.parse(headers.date ?? '');
      const aheadMs = Number.isNaN(storeNow) ? 0 : (begun + this.#now()) / 2 - storeNow;
      await this.#writeAndRead();
      return {
        result: { status: 'ok', text: 'The file store answers, and returns what Snug writes.' },
        aheadMs,
      };
    } catch (error) {
      await this.removeAll().catch(() => undefined);
      return { result: describeFailure(error) };
    }
  }

  async checkHashes(): Promise<Result> {
    const body = { ...toBody(BYTES), sha256: WRONG_SHA256 };
    try {
      await this.#client.send({ method: 'PUT', key: this.#name('damaged'), body });
    } catch (error) {
      if (!(error instanceof S3Error) || error.status === undefined || error.status >= 500) throw error;
      return { status: 'ok', text: 'The file store refuses bytes with a wrong hash.' };
    }
    return {
      status: 'warn',
      text: 'The file store accepts bytes with a wrong hash, so bytes that change on their way stay unnoticed.',
      next: 'Use https in S3_URL, and a store that checks x-amz-content-sha256.',
    };
  }

  async checkParts(): Promise<Result> {
    const key = this.#name('parts');
    const id = await this.#begin(key);
    const query = { partNumber: '1', uploadId: id };
    const { headers } = await this.#client.send({ method: 'PUT', key, query, body: toBody(BYTES) });
    const part = `<Part><PartNumber>1</PartNumber><ETag>${escapeHtml(headers.etag ?? '')}</ETag></Part>`;
    const body = toBody(Buffer.from(`<CompleteMultipartUpload>${part}</CompleteMultipartUpload>`));
    await this.#client.send({
      method: 'POST',
      key,
      query: { uploadId: id },
      headers: { 'content-type': 'application/xml' },
      body,
    });
    const stored = await this.#storage.find(key);
    if (stored?.size === BYTES.length) return { status: 'ok', text: 'The file store takes files in parts.' };
    return {
      status: 'fail',
      text: 'The file store does not put files together from parts, as large ones are sent.',
      next: LOG_STEP,
    };
  }

  async checkLists(): Promise<Result> {
    const key = this.#name('list');
    await this.#storage.put(key, BYTES);
    if (!(await this.#storage.list(this.#folder, { limit: 100 })).includes(key))
      return { status: 'fail', text: 'The file store does not list what Snug has stored.', next: LOG_STEP };
    const unfinished = this.#name('unfinished');
    await this.#begin(unfinished);
    try {
      const uploads = await this.#storage.listUploads({ limit: MAX_UPLOADS });
      if (uploads.length >= MAX_UPLOADS || uploads.some(({ key }) => key === unfinished))
        return { status: 'ok', text: 'The file store lists files and unfinished uploads.' };
    } catch (error) {
      if (!(error instanceof S3Error) || error.status === undefined) throw error;
    }
    return {
      status: 'warn',
      text: 'The file store does not list unfinished uploads, so Snug cannot end those of killed servers.',
      next: 'Add a rule to the bucket that ends them after two days (AbortIncompleteMultipartUpload).',
    };
  }

  async removeAll(): Promise<Result> {
    try {
      for (const upload of this.#uploads) await this.#storage.abortUpload(upload);
      for (const key of this.#keys) await this.#storage.remove(key);
      const left = await Promise.all(this.#keys.map(key => this.#storage.find(key)));
      if (left.every(found => found === undefined))
        return { status: 'ok', text: 'The file store removes what Snug removes.' };
      return {
        status: 'fail',
        text: `The file store still has what Snug removed from ${this.#folder}.`,
        next: 'Let the access key delete objects, and remove that folder.',
      };
    } finally {
      this.#client.close();
      this.#storage.close();
    }
  }

  async #writeAndRead(): Promise<void> {
    const key = this.#name('whole');
    await this.#storage.put(key, BYTES);
    const [whole, part] = await Promise.all([this.#read(key), this.#read(key, { start: 5, end: 9 })]);
    if (!whole?.equals(BYTES) || !part?.equals(BYTES.subarray(5, 10)))
      throw new S3Error('failed', 'WrongBytes');
  }

  #name(name: string): string {
    const key = `${this.#folder}/${name}`;
    this.#keys.push(key);
    return key;
  }

  async #begin(key: string): Promise<string> {
    const { text } = await this.#client.send({ method: 'POST', key, query: { uploads: '' } });
    const id = findText(text, 'UploadId') ?? '';
    this.#uploads.push({ key, id });
    return id;
  }

  async #read(key: string, range?: { start: number; end: number }): Promise<Buffer | undefined> {
    const bytes = await this.#storage.read(key, range);
    return bytes && buffer(bytes);
  }
}

const LOG_STEP = 'Look into the log of the store, or use another one.';

function describeFailure(error: unknown): Result {
  if (!(error instanceof S3Error)) throw error;
  return { status: 'fail', text: `${error.message}.`, next: NEXT_STEPS[error.reason] };
}

function toBody(bytes: Buffer): RequestBody {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { size: bytes.length, sha256, open: () => Readable.from([bytes], { objectMode: false }) };
}

function memoize<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= run());
}
