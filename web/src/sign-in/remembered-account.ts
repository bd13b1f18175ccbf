import { readItem, writeItem } from '../ui/browser/local-storage.ts';
import type { Account } from './accounts.ts';

const KEY = 'snug:account';
/** Says nothing about who. */
const KNOWN_KEY = 'snug:known';

/** Who was signed in with this browser last, as far as a page needs it that cannot ask the server. */
export function readRememberedAccount(): Account | undefined {
  try {
    return (JSON.parse(readItem(KEY) ?? 'null') as Account | null) ?? undefined;
  } catch {
    // Not of this version's making.
    return undefined;
  }
}

/** `undefined`: nobody is signed in any more. */
export function rememberAccount(account: Account | undefined): void {
  // Where nothing is kept, nobody is known without the server.
  writeItem(KEY, account ? serializeAccount(account) : null);
  if (account) writeItem(KNOWN_KEY, '1');
}

/** Whether anybody was ever signed in with this browser: who comes by a link and was not, is new. */
export function hasSignedInBefore(): boolean {
  return readItem(KNOWN_KEY) !== null;
}

function serializeAccount({ id, name, createdAt }: Account): string {
  return JSON.stringify({ id, name, createdAt });
}
