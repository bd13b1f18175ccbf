import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandError } from '@snug/protocol';
import { rejectIfAborted } from '../base/reject-if-aborted.ts';
import { createTooLargeError } from './upload-admission.ts';

/** Synced during the upload, so that the end of a large one does not wait for all of its bytes. */
const SYNCED_BYTES = 32 * 1024 * 1024;

export interface ReceiveOptions {
  maxBytes: number;
  onReceived: (bytes: number) => void;
  /** Before each further part of a large file. Rejects if the disk has no space for it. */
  assertSpaceLeft: () => Promise<void>;
  /** Ends the upload, also if no byte arrives. */
  signal: AbortSignal;
}

/**
 * Writes a body to the disk as it arrives. Throws `too_large` as soon as it exceeds `maxBytes`, and `invalid_input` if it is
 * empty or incomplete.
 */
export async function receiveBytes(
  bytes: Readable,
  path: string,
  { maxBytes, onReceived, assertSpaceLeft, signal }: ReceiveOptions,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let synced = 0;
    for await (const chunk of readChunks(bytes, signal)) {
      size += chunk.length;
      if (size > maxBytes) throw createTooLargeError(maxBytes);
      await file.appendFile(chunk);
      onReceived(chunk.length);
      if (size - synced < SYNCED_BYTES) continue;
      await Promise.all([file.datasync(), assertSpaceLeft()]);
      synced = size;
    }
    if (size === 0) throw new CommandError('invalid_input', 'This file is empty');
  } catch (error) {
    throw bytes.readableAborted
      ? new CommandError('invalid_input', "The file didn't arrive completely. Try again.")
      : error;
  } finally {
    bytes.resume();
    await file.close();
  }
}

async function* readChunks(bytes: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // `destroyOnReturn` would close the connection, and the client would not receive the error.
  const chunks = bytes.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array, undefined>;
  try {
    for (;;) {
      const { done, value } = await rejectIfAborted(chunks.next(), signal);
      if (done || value === undefined) return;
      yield value;
    }
  } finally {
    const returned = chunks.return?.();
    // An aborted read goes on until the next bytes arrive.
    if (signal.aborted) void returned?.finally(() => bytes.resume()).catch(() => {});
    else await returned;
  }
}
