import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findSignatureError } from './signature.ts';

/** Less than the silence that a client takes for an end. */
const DRIP_MS = 50;

export const S3_BUCKET = 'snug';

const CREDENTIALS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'us-east-1' };

export type S3Operation =
  | 'get'
  | 'head'
  | 'put'
  | 'delete'
  | 'list'
  | 'begin'
  | 'part'
  | 'complete'
  | 'abort'
  | 'uploads';

/**
 * - `busy`: 503, `full`: 507, `expired`: 400 with the code `RequestTimeout`.
 * - `cut`: it closes the connection before it acts. `lost`: after that, in place of the response.
 * - `hang`: it never responds. `mute`: it acts, and never responds. `stall`: it sends one half of a body, and nothing more. `half`: it closes the connection then.
 * - `drip`: it sends a byte now and then, without end.
 * - `late_error`: status 200, then an error. `whole`: it ignores a range.
 * - `unsupported`: 501. `accept`: it does not compare the hash. `ignore`: it removes nothing, and says that it did.
 */
export type S3Fault =
  | 'busy'
  | 'full'
  | 'expired'
  | 'cut'
  | 'lost'
  | 'hang'
  | 'mute'
  | 'drip'
  | 'stall'
  | 'half'
  | 'late_error'
  | 'whole'
  | 'unsupported'
  | 'accept'
  | 'ignore';

interface PlannedFault {
  fault: S3Fault;
  operations: readonly S3Operation[] | undefined;
  left: number;
}

interface Bytes {
  path: string;
  size: number;
  md5: string;
}

interface StoredObject {
  parts: Bytes[];
  etag: string;
  modifiedAt: Date;
}

interface Upload {
  key: string;
  startedAt: Date;
  parts: Map<number, Bytes>;
}

export interface S3StoreOptions {
  sessionToken?: string | undefined;
  /** With TLS, if given. */
  tls?: { key: string; cert: string } | undefined;
}

/**
 * An S3-compatible store on this machine with one bucket. It checks signatures, hashes and parts as Amazon's store does, keeps bytes on the
 * disk, and fails as planned.
 */
export class TestS3Store {
  readonly #server: Server;
  readonly #options: S3StoreOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'snug-s3-'));
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();
  readonly #sockets = new Set<Socket>();
  #faults: PlannedFault[] = [];
  /** In the order of their arrival. */
  readonly operations: S3Operation[] = [];
  /** Added to the clock of this machine. */
  skewMs = 0;
  port = 0;
  /** Of each part but the last one. */
  minPartBytes = 5 * 1024 * 1024;
  /** The most requests at once. */
  mostRunning = 0;
  #running = 0;
  /** Requests whose response never left. */
  mutedCount = 0;
  /** Called for a request that never has a response, with the port of its client. */
  onHang: (port: number | undefined) => void = () => {};

  static async start(options: S3StoreOptions = {}, port = 0): Promise<TestS3Store> {
    const store = new TestS3Store(options);
    store.#server.listen(port, '127.0.0.1');
    await once(store.#server, 'listening');
    store.port = (store.#server.address() as AddressInfo).port;
    return store;
  }

  private constructor(options: S3StoreOptions) {
    this.#options = options;
    const onRequest = (request: IncomingMessage, response: ServerResponse) =>
      void this.#answer(request, response).catch(() => request.socket.destroy());
    this.#server = options.tls ? createSecureServer(options.tls, onRequest) : createServer(onRequest);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** The environment of a server that uses this store. */
  get environment(): Record<string, string> {
    const scheme = this.#options.tls ? 'https' : 'http';
    return {
      S3_URL: `${scheme}://localhost:${this.port}/${S3_BUCKET}`,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      ...(this.#options.sessionToken !== undefined && { S3_SESSION_TOKEN: this.#options.sessionToken }),
    };
  }

  get keys(): string[] {
    return [...this.#objects.keys()].toSorted();
  }

  get uploadCount(): number {
    return this.#uploads.size;
  }

  get socketCount(): number {
    return this.#sockets.size;
  }

  /** The next `times` requests fail, of all operations or of these. */
  fail(fault: S3Fault, operations?: S3Operation | readonly S3Operation[], times = 1): void {
    this.#faults.push({
      fault,
      operations: operations === undefined ? undefined : [operations].flat(),
      left: times,
    });
  }

  heal(): void {
    this.#faults = [];
  }

  /** Makes an unfinished upload older. */
  ageUploads(ms: number): void {
    for (const upload of this.#uploads.values()) upload.startedAt = new Date(upload.startedAt.getTime() - ms);
  }

  async stop(): Promise<void> {
    const closed = new Promise(resolve => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostRunning = Math.max(this.mostRunning, ++this.#running);
    response.once('close', () => this.#running--);
    const { method = '', url = '', headers } = request;
    const { bucket, key, query } = parseTarget(request);
    const operation = getOperation(method, key, query);
    this.operations.push(operation);
    const fault = this.#takeFault(operation);
    if (fault === 'hang') {
      request.resume();
      return this.onHang(request.socket.remotePort);
    }
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'mute')
      response.end = () => {
        this.mutedCount++;
        return response;
      };
    if (fault === 'lost') response.end = () => request.socket.destroy() as never;
    if (fault === 'drip') return drip(response);
    const body = await this.#receive(request);
    const now = Date.now() + this.skewMs;
    const credentials = { ...CREDENTIALS, sessionToken: this.#options.sessionToken };
    const problem =
      findFaultError(fault) ??
      findSignatureError({ method, url, headers }, credentials, now) ??
      (bucket === S3_BUCKET ? undefined : ([404, 'NoSuchBucket'] as const)) ??
      (fault === 'accept' || body.sha256 === headers['x-amz-content-sha256']
        ? undefined
        : ([400, 'XAmzContentSHA256Mismatch'] as const));
    if (problem) return fail(response, ...problem);
    this.#act(operation, { key, query, body, request, response, fault });
  }

  #takeFault(operation: S3Operation): S3Fault | undefined {
    const planned = this.#faults.find(
      ({ operations, left }) => left > 0 && (operations === undefined || operations.includes(operation)),
    );
    if (planned) planned.left--;
    return planned?.fault;
  }

  async #receive(request: IncomingMessage): Promise<Bytes & { sha256: string }> {
    const path = join(this.#folder, randomUUID());
    const sha256 = createHash('sha256');
    const md5 = createHash('md5');
    let size = 0;
    await pipeline(
      request,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sha256.update(chunk);
          md5.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path),
    );
    return { path, size, md5: md5.digest('hex'), sha256: sha256.digest('hex') };
  }

  #act(operation: S3Operation, call: Call): void {
    const { key, query, body, response } = call;
    switch (operation) {
      case 'put':
        this.#objects.set(key, { parts: [body], etag: body.md5, modifiedAt: new Date() });
        return void response.setHeader('etag', `"${body.md5}"`).end();
      case 'get':
      case 'head':
        return this.#send(call);
      case 'delete':
        if (call.fault !== 'ignore') this.#objects.delete(key);
        return void response.writeHead(204).end();
      case 'list':
        return this.#list(call);
      case 'begin': {
        const id = randomUUID();
        this.#uploads.set(id, { key, startedAt: new Date(), parts: new Map() });
        return answer(
          response,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case 'part': {
        const upload = this.#uploads.get(query.get('uploadId') ?? '');
        if (!upload) return fail(response, 404, 'NoSuchUpload');
        upload.parts.set(Number(query.get('partNumber')), body);
        return void response.setHeader('etag', `"${body.md5}"`).end();
      }
      case 'complete':
        return void this.#complete(call);
      case 'abort':
        if (!this.#uploads.delete(query.get('uploadId') ?? '')) return fail(response, 404, 'NoSuchUpload');
        return void response.writeHead(204).end();
      case 'uploads':
        return this.#listUploads(call);
    }
  }

  #send({ key, request, response, fault }: Call): void {
    const object = this.#objects.get(key);
    if (!object) return fail(response, 404, 'NoSuchKey');
    const size = object.parts.reduce((sum, part) => sum + part.size, 0);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const isPart = first !== undefined && fault !== 'whole';
    const start = isPart ? Number(first) : 0;
    const end = isPart ? Math.min(Number(last), size - 1) : size - 1;
    if (isPart && start >= size) return fail(response, 416, 'InvalidRange');
    response.writeHead(isPart ? 206 : 200, {
      etag: `"${object.etag}"`,
      'last-modified': object.modifiedAt.toUTCString(),
      'content-length': end - start + 1,
      'accept-ranges': 'bytes',
      ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    if (request.method === 'HEAD') return void response.end();
    const isCut = fault === 'half' || fault === 'stall';
    const bytes = readRange(object.parts, start, isCut ? start + Math.floor((end - start) / 2) : end);
    void (async () => {
      for await (const chunk of bytes) if (!response.write(chunk)) await once(response, 'drain');
      if (fault === 'half') request.socket.destroy();
      else if (fault !== 'stall') response.end();
    })().catch(() => request.socket.destroy());
  }

  #list({ query, response }: Call): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const limit = Math.min(1_000, Number(query.get('max-keys') ?? 1_000));
    const isFlat = query.get('delimiter') === null;
    const entries = new Set<string>();
    for (const key of this.keys) {
      if (!key.startsWith(prefix)) continue;
      const slash = isFlat ? -1 : key.indexOf('/', prefix.length);
      entries.add(slash === -1 ? key : key.slice(0, slash + 1));
    }
    const rest = [...entries].toSorted().filter(entry => entry > after);
    const page = rest.slice(0, limit);
    const items = page.map(entry =>
      entry.endsWith('/')
        ? `<CommonPrefixes><Prefix>${encodeXml(entry)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encodeXml(entry)}</Key><ETag>&quot;x&quot;</ETag></Contents>`,
    );
    const isTruncated = rest.length > page.length;
    const token = isTruncated
      ? `<NextContinuationToken>${encodeXml(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    answer(
      response,
      `<ListBucketResult><Prefix>${encodeXml(prefix)}</Prefix><IsTruncated>${isTruncated}</IsTruncated>${token}${items.join('')}</ListBucketResult>`,
    );
  }

  async #complete({ query, body, response, fault }: Call): Promise<void> {
    const id = query.get('uploadId') ?? '';
    const upload = this.#uploads.get(id);
    if (!upload) return fail(response, 404, 'NoSuchUpload');
    if (fault === 'late_error')
      return answer(response, '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>');
    let text = '';
    for await (const chunk of createReadStream(body.path, 'utf8')) text += chunk;
    const wanted = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const parts: Bytes[] = [];
    for (const [index, [, number, tag]] of wanted.entries()) {
      const part = upload.parts.get(Number(number));
      if (Number(number) <= index) return fail(response, 400, 'InvalidPartOrder');
      if (part?.md5 !== tag?.replaceAll('&quot;', '')) return fail(response, 400, 'InvalidPart');
      if (part && part.size < this.minPartBytes && index < wanted.length - 1)
        return fail(response, 400, 'EntityTooSmall');
      if (part) parts.push(part);
    }
    if (parts.length === 0) return fail(response, 400, 'MalformedXML');
    const etag = createHash('md5')
      .update(parts.map(({ md5 }) => md5).join(''))
      .digest('hex');
    this.#objects.set(upload.key, { parts, etag: `${etag}-${parts.length}`, modifiedAt: new Date() });
    this.#uploads.delete(id);
    answer(response, `<CompleteMultipartUploadResult><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`);
  }

  #listUploads({ query, response }: Call): void {
    const prefix = query.get('prefix') ?? '';
    const marker = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''] as const;
    const limit = Number(query.get('max-uploads') ?? 1_000);
    const uploads = [...this.#uploads]
      .map(([id, upload]) => ({ id, ...upload }))
      .filter(
        ({ key, id }) => key.startsWith(prefix) && (key > marker[0] || (key === marker[0] && id > marker[1])),
      )
      .toSorted((a, b) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1));
    const items = uploads
      .slice(0, limit)
      .map(
        ({ key, id, startedAt }) =>
          `<Upload><Key>${encodeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
      );
    const isTruncated = uploads.length > limit;
    answer(
      response,
      `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
    );
  }
}

interface Call {
  key: string;
  query: URLSearchParams;
  body: Bytes;
  request: IncomingMessage;
  response: ServerResponse;
  fault: S3Fault | undefined;
}

/** The bucket is in the path, or in front of the host `localhost`. */
function parseTarget({ url = '', headers }: IncomingMessage): {
  bucket: string;
  key: string;
  query: URLSearchParams;
} {
  const [path = '', search = ''] = url.split('?');
  const [, hostBucket] = /^(.+)\.localhost(?::\d+)?$/.exec(headers.host ?? '') ?? [];
  const [, first = '', ...rest] = path.split('/');
  const bucket = hostBucket ?? first;
  const parts = hostBucket === undefined ? rest : [first, ...rest];
  return { bucket, key: parts.map(decodeURIComponent).join('/'), query: new URLSearchParams(search) };
}

function getOperation(method: string, key: string, query: URLSearchParams): S3Operation {
  const isUpload = query.has('uploadId');
  if (method === 'POST') return isUpload ? 'complete' : 'begin';
  if (method === 'PUT') return isUpload ? 'part' : 'put';
  if (method === 'DELETE') return isUpload ? 'abort' : 'delete';
  if (method === 'HEAD') return 'head';
  if (key !== '') return 'get';
  return query.has('uploads') ? 'uploads' : 'list';
}

function findFaultError(fault: S3Fault | undefined): readonly [status: number, code: string] | undefined {
  if (fault === 'busy') return [503, 'SlowDown'];
  if (fault === 'full') return [507, 'InsufficientStorage'];
  if (fault === 'unsupported') return [501, 'NotImplemented'];
  return fault === 'expired' ? [400, 'RequestTimeout'] : undefined;
}

async function* readRange(parts: readonly Bytes[], start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { path, size } of parts) {
    const from = Math.max(0, start - at);
    const to = Math.min(size - 1, end - at);
    if (from <= to) yield* createReadStream(path, { start: from, end: to }) as AsyncIterable<Buffer>;
    at += size;
  }
}

function answer(response: ServerResponse, xml: string): void {
  response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status;
  answer(response, `<Error><Code>${code}</Code><Message>It failed.</Message></Error>`);
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.once('close', () => clearInterval(timer));
}

function encodeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
