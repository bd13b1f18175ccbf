import { CommandError, type FileUpload, MAX_FILE_NAME_LENGTH, type UploadedFile } from '@snug/protocol';
import { checkServerVersion, forgetServerVersion } from './server-version.ts';
import { toUploadError } from './upload-error.ts';

export interface UploadOptions {
  /** In per cent, 0 to 100, also fractions. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

/** Recordings have a `duration` in ms and a waveform. */
export interface UploadDetails {
  name: string;
  duration?: number;
  peaks?: readonly number[];
}

/** Rejects with a `CommandError`, or with the signal's reason after an abort. */
export async function uploadFile(
  bytes: Blob,
  details: UploadDetails,
  options: UploadOptions = {},
): Promise<UploadedFile> {
  await checkServerVersion(options.signal);
  try {
    return await sendFile(bytes, details, options);
  } catch (error) {
    forgetServerVersion();
    throw error;
  }
}

function sendFile(
  bytes: Blob,
  details: UploadDetails,
  { onProgress, signal }: UploadOptions,
): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  // `fetch` does not report the progress of a request body.
  const request = new XMLHttpRequest();
  const abort = () => {
    request.abort();
    reject(signal?.reason as Error);
  };
  request.open('POST', `/api/files?${toQuery(details)}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total === 0 ? 0 : (loaded / total) * 100),
  );
  request.addEventListener('load', () => {
    const file = parseFile(request);
    if (file) resolve(file);
    else reject(toUploadError(request));
  });
  request.addEventListener('error', () => reject(new CommandError('unavailable')));
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  else request.send(bytes);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}

/** Undefined if Snug did not store the file. A portal or a proxy can return 200 with a page of its own. */
function parseFile({ status, responseText }: XMLHttpRequest): UploadedFile | undefined {
  if (status !== 200) return undefined;
  try {
    const file = JSON.parse(responseText) as UploadedFile | null;
    return file?.id === undefined ? undefined : file;
  } catch {
    return undefined;
  }
}

function toQuery({ name, duration, peaks }: UploadDetails): string {
  const query: FileUpload = {
    name: name.replaceAll('\0', '').slice(-MAX_FILE_NAME_LENGTH).toWellFormed(),
    ...(duration !== undefined && { duration: String(Math.round(duration)) }),
    ...(peaks && { peaks: peaks.join(',') }),
  };
  return new URLSearchParams(query as Record<string, string>).toString();
}
