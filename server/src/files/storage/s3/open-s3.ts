import type { StoreReason } from '@snug/protocol';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../../../base/start-error.ts';
import type { S3Settings } from '../../../config/s3-settings.ts';
import type { Metrics } from '../../../metrics/metrics.ts';
import type { RequestClock } from './s3-client.ts';
import { S3Error } from './s3-error.ts';
import { S3Storage } from './s3-storage.ts';

export interface OpenS3Options {
  metrics: Pick<Metrics, 'storageRetries'> | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  clock?: RequestClock;
}

/**
 * Throws a `StartError` if the store rejects the settings. A store that does not answer is a warning in the log: it may come back.
 */
export async function openS3(
  settings: S3Settings,
  { metrics, log, clock }: OpenS3Options,
): Promise<S3Storage> {
  const storage = new S3Storage({
    ...settings,
    ...(clock && { clock }),
    now: Date.now,
    onRetry: () => metrics?.storageRetries.inc(),
    onChange: error => {
      if (error) log.warn(describeS3Error(error));
      else log.info('The file store works again.');
    },
  });
  try {
    await storage.probe();
  } catch (error) {
    if (!(error instanceof S3Error) || !endsStart(error)) return storage;
    storage.close();
    throw new StartError(describeS3Error(error));
  }
  return storage;
}

/** Waiting does not help. */
function endsStart({ reason, status }: S3Error): boolean {
  if (reason === 'full') return false;
  return reason === 'certificate' || (status !== undefined && status < 500 && status !== 429);
}

export const NEXT_STEPS: Record<StoreReason, string> = {
  unreachable: 'Check S3_URL, and whether the store runs.',
  timeout: 'Check S3_URL, and whether the store runs.',
  certificate: 'For a CA of your own, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
  key: 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_SESSION_TOKEN.',
  rights: 'Allow it to list the bucket, and to read, write and delete in it.',
  bucket: 'Create it, or change S3_URL.',
  clock: 'Set the clock.',
  address: 'Check S3_URL, S3_STYLE and S3_REGION.',
  full: 'Free space in it, or raise its limit.',
  failed: 'Check S3_URL, and look into the log of the store.',
};

/** One line with the next step. */
export function describeS3Error(error: S3Error): string {
  return `${error.message}. ${NEXT_STEPS[error.reason]}`;
}
