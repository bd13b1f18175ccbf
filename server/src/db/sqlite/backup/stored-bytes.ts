import { buffer as readAll } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStorage } from '../../../files/storage/storage.ts';
import type { FileTable } from '../../schema.ts';
import { FILES, isEntryPath } from './archive.ts';

const RETRY_MS = 100;
/** Retries for bytes that are being moved to their place. */
const MAX_RETRIES = 20;
/** One retry for bytes that must exist. */
const SENT_RETRIES = 1;

export interface FileReference {
  key: string;
  size?: number;
  /** Reads the state from the running server's database; undefined if the row is gone. */
  readCurrentState(): Promise<FileTable['state'] | undefined>;
  /** Ends the wait for bytes. */
  signal: AbortSignal;
}

/** `gone`: deleted, or the upload never ended, so that no client knows it. `lost`: a row refers to missing bytes. */
export async function readStoredBytes(
  storage: FileStorage,
  named: FileReference,
): Promise<Uint8Array | 'gone' | 'lost'> {
  let known: FileTable['state'] | undefined;
  for (let tries = 0; ; tries++) {
    const bytes = await readComplete(storage, named);
    if (bytes) return bytes;
    const state = await named.readCurrentState();
    if (state !== 'sent' && state !== 'unsent') return 'gone';
    // A file that was sent since the last read has had its bytes since then, too.
    if (state !== known) tries = 0;
    known = state;
    if (tries === (state === 'sent' ? SENT_RETRIES : MAX_RETRIES)) return state === 'sent' ? 'lost' : 'gone';
    await wait(RETRY_MS, undefined, { signal: named.signal });
  }
}

async function readComplete(
  storage: FileStorage,
  { key, size }: FileReference,
): Promise<Uint8Array | undefined> {
  if (!isEntryPath(`${FILES}/${key}`)) return undefined;
  const stream = await storage.read(key);
  const bytes = stream && (await readAll(stream));
  return bytes && bytes.length > 0 && bytes.length === (size ?? bytes.length) ? bytes : undefined;
}
