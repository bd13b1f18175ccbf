import { readItem, writeItem } from '../../ui/browser/local-storage.ts';
import type { Account } from './accounts.ts';

const KEY = 'snug:account';
/** Contains no personal data, so it survives the sign-out. */
const KNOWN_KEY = 'snug:known';

/** The account that was last signed in with this browser, for pages that cannot reach the server. */
export function readRememberedAccount(): Account | undefined {
  try {
    return (JSON.parse(readItem(KEY) ?? 'null') as Account | null) ?? undefined;
  } catch {
    // Another version wrote it.
    return undefined;
  }
}

/** `undefined` after a sign-out. */
export function rememberAccount(account: Account | undefined): void {
  // If the browser stores nothing, the account is unknown without the server.
  writeItem(KEY, account ? serializeAccount(account) : null);
  if (account) writeItem(KNOWN_KEY, '1');
}

/** False for a newcomer who opens an invitation link. */
export function hasSignedInBefore(): boolean {
  return readItem(KNOWN_KEY) !== null;
}

function serializeAccount({ id, name, createdAt }: Account): string {
  return JSON.stringify({ id, name, createdAt });
}
