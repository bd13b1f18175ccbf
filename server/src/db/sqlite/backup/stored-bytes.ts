import { buffer as readAll } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStorage } from '../../../files/storage/storage.ts';
import type { FileTable } from '../../schema.ts';
import { FILES, isEntryPath } from './archive.ts';

const RETRY_MS = 100;
/** How often it is looked for bytes that are just being put in their place. */
const MAX_RETRIES = 20;
/** A second look, for bytes that must be there. */
const SENT_RETRIES = 1;

export interface FileReference {
  /** In the storage, as of the snapshot. */
  key: string;
  size?: number;
  /** What the running server's database says of them by now; undefined where nothing does any more. */
  readCurrentState(): Promise<FileTable['state'] | undefined>;
}

/**
 * Reads stored bytes while the server runs. `gone`: nobody needs them any more, or their upload never ended, so that
 * nobody was told of them. `lost`: a row names them, and they are not there.
 */
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
    // What was sent since the last look has its bytes since then, too.
    if (state !== known) tries = 0;
    known = state;
    if (tries === (state === 'sent' ? SENT_RETRIES : MAX_RETRIES)) return state === 'sent' ? 'lost' : 'gone';
    await wait(RETRY_MS);
  }
}

/** Undefined where they are not there, or not all of them. */
async function readComplete(
  storage: FileStorage,
  { key, size }: FileReference,
): Promise<Uint8Array | undefined> {
  if (!isEntryPath(`${FILES}/${key}`)) return undefined;
  const stream = await storage.read(key);
  const bytes = stream && (await readAll(stream));
  return bytes && bytes.length > 0 && bytes.length === (size ?? bytes.length) ? bytes : undefined;
}
