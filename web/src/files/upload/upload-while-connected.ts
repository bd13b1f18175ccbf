import type { Chat } from '@snug/client';
import { CommandError, type MessageFile } from '@snug/protocol';
import { type UploadDetails, type UploadOptions, uploadFile } from './upload-file.ts';

/** Like `uploadFile`, but aborts if the connection is lost: the upload would hang for minutes. */
export async function uploadWhileConnected(
  { connection: { state } }: Chat,
  bytes: Blob,
  details: UploadDetails,
  { onProgress, signal }: UploadOptions = {},
): Promise<MessageFile> {
  const disconnected = new AbortController();
  const abortIfDisconnected = () =>
    state.get().status !== 'connected' && disconnected.abort(new CommandError('unavailable'));
  const unsubscribe = state.subscribe(abortIfDisconnected);
  abortIfDisconnected();
  const signals = [disconnected.signal, ...(signal ? [signal] : [])];
  try {
    return await uploadFile(bytes, details, {
      ...(onProgress && { onProgress }),
      signal: AbortSignal.any(signals),
    });
  } finally {
    unsubscribe();
  }
}
