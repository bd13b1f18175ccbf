import { store, stored } from '../ui/stored.ts';
import type { Account } from './accounts.ts';

const KEY = 'snug:account';

/** Who was signed in with this browser last, as far as a page needs it that cannot ask the server. */
export function rememberedAccount(): Account | undefined {
  try {
    return (JSON.parse(stored(KEY) ?? 'null') as Account | null) ?? undefined;
  } catch {
    // Not of this version's making.
    return undefined;
  }
}

/** `undefined`: nobody is signed in any more. */
export function rememberAccount(account: Account | undefined): void {
  // Where nothing is kept, nobody is known without the server.
  store(KEY, account ? textOf(account) : null);
}

function textOf({ id, name, createdAt }: Account): string {
  return JSON.stringify({ id, name, createdAt });
}
