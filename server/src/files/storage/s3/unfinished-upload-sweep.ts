import type { JobDefinition } from '../../../cluster/jobs/job-runner.ts';
import { S3Error } from './s3-error.ts';
import type { S3Storage, UnfinishedUpload } from './s3-storage.ts';

const INTERVAL_MS = 6 * 60 * 60_000;
/** The largest file takes less. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Each takes a request, and a step takes less time than a lease. */
const PAGE_SIZE = 20;

export interface UnfinishedUploadSweepOptions {
  storage: Pick<S3Storage, 'listUploads' | 'abortUpload'>;
  now: () => number;
  warn: (text: string) => void;
}

/** Ends uploads that ended processes left unfinished. The cursor is the last upload. */
export function createUnfinishedUploadSweep({
  storage,
  now,
  warn,
}: UnfinishedUploadSweepOptions): JobDefinition {
  let hasWarned = false;
  return {
    kind: 'unfinished_upload_sweep',
    intervalMs: INTERVAL_MS,
    async step(cursor) {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      let uploads: UnfinishedUpload[];
      try {
        uploads = await storage.listUploads({ limit: PAGE_SIZE, ...(after && { after }) });
      } catch (error) {
        if (!(error instanceof S3Error) || !isUnsupported(error)) throw error;
        if (!hasWarned) warn(describe(error));
        hasWarned = true;
        return undefined;
      }
      const oldest = now() - MAX_AGE_MS;
      for (const upload of uploads)
        if (upload.startedAt.getTime() < oldest) await storage.abortUpload(upload);
      const last = uploads.at(-1);
      return last && uploads.length >= PAGE_SIZE ? formatCursor(last) : undefined;
    },
  };
}

/** Some stores cannot list uploads, and some access keys may not. */
function isUnsupported({ status, reason }: S3Error): boolean {
  return status === 501 || status === 405 || status === 400 || reason === 'rights';
}

function describe({ message }: S3Error): string {
  return `Snug cannot list the unfinished uploads in the file store. ${message}. Add a rule to the bucket that ends them after two days (AbortIncompleteMultipartUpload).`;
}

function formatCursor({ key, id }: UnfinishedUpload): string {
  return JSON.stringify([key, id]);
}

function parseCursor(cursor: string): Pick<UnfinishedUpload, 'key' | 'id'> {
  const [key, id] = JSON.parse(cursor) as [string, string];
  return { key, id };
}
