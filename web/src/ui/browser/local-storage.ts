/** What this browser keeps of ours under a key: null where that is nothing, undefined where its storage is closed to us. */
export function readItem(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Under which keys that begin so this browser keeps something of ours. */
export function findKeys(begin: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(begin));
  } catch {
    return [];
  }
}

/** Keeps a text under a key, or with null nothing any more. Whether the browser did it: it may be full, or closed to us. */
export function writeItem(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The names of all that is kept and begins with `prefix`; none where nothing is kept. */
export function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix));
  } catch {
    return [];
  }
}
