import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandError, MAX_FILE_BYTES } from '@snug/protocol';

/**
 * Writes what comes to the new file `path`. Throws `too_large` as soon as it is more than `MAX_FILE_BYTES`, and
 * `invalid_input` where nothing came, or not all.
 */
export async function receiveBytes(bytes: Readable, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    // Without `destroyOnReturn` the connection would be gone, and with it the answer that says why.
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
    // Whatever else comes goes nowhere.
    bytes.resume();
    await file.close();
  }
}
