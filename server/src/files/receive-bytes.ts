import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandError, MAX_FILE_BYTES } from '@snug/protocol';

/** Throws `too_large` as soon as the body exceeds `MAX_FILE_BYTES`, and `invalid_input` if it is empty or incomplete. */
export async function receiveBytes(bytes: Readable, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    // `destroyOnReturn` would close the connection, and the client would not receive the error.
    for await (const chunk of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw new CommandError('too_large');
      await file.appendFile(chunk);
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
