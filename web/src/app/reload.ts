import { PROTOCOL_VERSION } from '@snug/protocol';

const KEY = 'snug:outdated';

/** Reloads to get the server's newer version. A stale cache may return the same page: then it does not reload again. */
export function reloadOnce(): void {
  const version = String(PROTOCOL_VERSION);
  if (sessionStorage.getItem(KEY) === version) return;
  sessionStorage.setItem(KEY, version);
  location.reload();
}
