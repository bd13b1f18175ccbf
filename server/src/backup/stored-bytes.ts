import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileTable } from '../db/schema.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { isEntryPath, toEntryPath } from './archive.ts';

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

export interface StoredBytes {
  size: number;
  /** Stays complete if the file is deleted meanwhile. */
  bytes: Readable;
}

/** `gone`: deleted, or the upload never ended, so that no client knows it. `lost`: a row refers to missing bytes. */
export async function openStoredBytes(
  storage: FileStorage,
  named: FileReference,
): Promise<StoredBytes | 'gone' | 'lost'> {
  let known: FileTable['state'] | undefined;
  for (let tries = 0; ; tries++) {
    const stored = await openComplete(storage, named);
    if (stored) return stored;
    const state = await named.readCurrentState();
    if (state !== 'sent' && state !== 'unsent') return 'gone';
    // A file that was sent since the last read has had its bytes since then, too.
    if (state !== known) tries = 0;
    known = state;
    if (tries === (state === 'sent' ? SENT_RETRIES : MAX_RETRIES)) return state === 'sent' ? 'lost' : 'gone';
    await wait(RETRY_MS, undefined, { signal: named.signal });
  }
}

async function openComplete(
  storage: FileStorage,
  { key, size: expected }: FileReference,
): Promise<StoredBytes | undefined> {
  if (!isEntryPath(toEntryPath(key))) return undefined;
  const { size = 0 } = (await storage.find(key)) ?? {};
  if (size === 0 || size !== (expected ?? size)) return undefined;
  const bytes = await storage.read(key);
  return bytes && { size, bytes };
}
