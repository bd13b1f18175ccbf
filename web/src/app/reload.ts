import { PROTOCOL_VERSION } from '@snug/protocol';

const KEY = 'snug:outdated';

/** Loads the page of the server's newer version; not again when that brought the same one (a stale cache). */
export function reloadOnce(): void {
  const version = String(PROTOCOL_VERSION);
  if (sessionStorage.getItem(KEY) === version) return;
  sessionStorage.setItem(KEY, version);
  location.reload();
}
