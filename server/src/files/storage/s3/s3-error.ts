import type { StoreReason } from '@snug/protocol';
import { getErrorCode } from '../../../base/start-error.ts';
import { StorageError } from '../storage.ts';
import { findText } from './xml.ts';

/** A response of the store, or an error of the connection. `message` is one line without keys, addresses and secrets. */
export class S3Error extends StorageError {
  override readonly name = 'S3Error';
  readonly reason: StoreReason;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** Of the store, such as `AccessDenied`, or of the system, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(
    reason: StoreReason,
    code: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    const detail = [status, code].filter(Boolean).join(' ');
    super(detail === '' ? MESSAGES[reason] : `${MESSAGES[reason]} (${detail})`, { cause });
    this.reason = reason;
    this.status = status;
    this.code = code;
  }

  /** Whether the store works, and has no such key or upload. A missing bucket is another error. */
  get isMissing(): boolean {
    return this.status === 404 && this.reason !== 'bucket';
  }

  get isMissingKey(): boolean {
    return this.isMissing && this.code !== 'NoSuchUpload';
  }

  get isRetryable(): boolean {
    if (this.reason === 'full' || this.reason === 'certificate' || this.status === 501) return false;
    return (
      this.status === undefined || this.status >= 500 || this.status === 429 || this.code === TIMEOUT_CODE
    );
  }
}

const TIMEOUT_CODE = 'RequestTimeout';

const MESSAGES: Record<StoreReason, string> = {
  unreachable: 'The file store cannot be reached',
  timeout: 'The file store does not answer in time',
  certificate: 'The certificate of the file store is not trusted',
  key: 'The file store refuses the access key',
  rights: 'The access key has no right to do this in the file store',
  bucket: 'The file store has no such bucket',
  clock: 'The file store refuses the clock of this machine',
  address: 'The bucket is at another address or in another region',
  full: 'The file store is full',
  failed: 'The file store failed',
};

const MISSING_BUCKET = new Set(['NoSuchBucket', 'InvalidBucketName']);

/** By the code of an error. Stores that are not of Amazon have some of their own. */
const REASONS: ReadonlyMap<string, StoreReason> = new Map<string, StoreReason>([
  ...[
    'InvalidAccessKeyId',
    'SignatureDoesNotMatch',
    'ExpiredToken',
    'InvalidToken',
    'TokenRefreshRequired',
  ].map(code => [code, 'key'] as const),
  ...['AccessDenied', 'AllAccessDisabled', 'AccountProblem', 'Forbidden'].map(
    code => [code, 'rights'] as const,
  ),
  ...[...MISSING_BUCKET].map(code => [code, 'bucket'] as const),
  ...['RequestTimeTooSkewed', 'RequestExpired'].map(code => [code, 'clock'] as const),
  ...[
    'PermanentRedirect',
    'TemporaryRedirect',
    'AuthorizationHeaderMalformed',
    'IllegalLocationConstraintException',
  ].map(code => [code, 'address'] as const),
  ...['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'InsufficientCapacity'].map(
    code => [code, 'full'] as const,
  ),
]);

const STATUS_REASONS: ReadonlyMap<number, StoreReason> = new Map([
  [401, 'key'],
  [403, 'rights'],
  [507, 'full'],
]);

const CERTIFICATE = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|INVALID_CA|HOSTNAME_MISMATCH/;

const CODE = /^[A-Za-z0-9._]{1,64}$/;

/** `body`: XML with a code, or anything else. */
export function toResponseError(status: number, body: string, isAboutBucket: boolean): S3Error {
  const text = findText(body, 'Code') ?? '';
  const code = CODE.test(text) ? text : '';
  const isElsewhere = status >= 300 && status < 400;
  const isMissing = status === 404 && isAboutBucket;
  const byStatus = isElsewhere ? 'address' : isMissing ? 'bucket' : STATUS_REASONS.get(status);
  return new S3Error(REASONS.get(code) ?? byStatus ?? 'failed', code, { status });
}

export function toConnectionError(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const code = getErrorCode(error);
  const known = CODE.test(code) ? code : '';
  if (CERTIFICATE.test(known)) return new S3Error('certificate', known, { cause: error });
  return new S3Error(known === 'ETIMEDOUT' ? 'timeout' : 'unreachable', known, { cause: error });
}
