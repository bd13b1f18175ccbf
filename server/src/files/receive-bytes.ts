import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandError } from '@snug/protocol';
import { createTooLargeError } from './upload-admission.ts';

/** Synced during the upload, so that the end of a large one does not wait for all of its bytes. */
const SYNCED_BYTES = 32 * 1024 * 1024;

export interface ReceiveOptions {
  maxBytes: number;
  onReceived: (bytes: number) => void;
  /** Before each further part of a large file. Rejects if the disk has no space for it. */
  assertSpaceLeft: () => Promise<void>;
}

/**
 * Writes a body to the disk as it arrives. Throws `too_large` as soon as it exceeds `maxBytes`, and `invalid_input` if it is
 * empty or incomplete.
 */
export async function receiveBytes(
  bytes: Readable,
  path: string,
  { maxBytes, onReceived, assertSpaceLeft }: ReceiveOptions,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let synced = 0;
    // `destroyOnReturn` would close the connection, and the client would not receive the error.
    for await (const chunk of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
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
