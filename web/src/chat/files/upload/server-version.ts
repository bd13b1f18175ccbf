import { acceptsVersion, CommandError, PROTOCOL_VERSION, type ServerVersion } from '@snug/protocol';
import { isServerAccepted } from './is-server-accepted.ts';

/** The next upload asks again: after a lost connection or a failed upload, another server may take it. */
export function forgetServerVersion(): void {
  isServerAccepted.set(false);
}

/** Checked before the upload, so that no byte of a file is sent in vain. Rejects with `unavailable`. */
export async function checkServerVersion(signal?: AbortSignal): Promise<void> {
  if (isServerAccepted.get()) return;
  const server = await fetchServerVersion(signal);
  if (server && !acceptsVersion(server, PROTOCOL_VERSION)) throw new CommandError('unavailable');
  isServerAccepted.set(server !== undefined);
}

/** Undefined if nothing answers, or a server before version 4. */
async function fetchServerVersion(signal?: AbortSignal): Promise<ServerVersion | undefined> {
  try {
    const response = await fetch('/api/version', { cache: 'no-store', ...(signal && { signal }) });
    return response.ok ? ((await response.json()) as ServerVersion) : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
