import type { Account } from './accounts.ts';

const KEY = 'snug:account';

/** Who was signed in with this browser last, as far as a page needs it that cannot ask the server. */
export function rememberedAccount(): Account | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? undefined : (JSON.parse(stored) as Account);
  } catch {
    return undefined;
  }
}

/** `undefined`: nobody is signed in any more. */
export function rememberAccount(account: Account | undefined): void {
  try {
    if (!account) return localStorage.removeItem(KEY);
    const { id, name, createdAt } = account;
    localStorage.setItem(KEY, JSON.stringify({ id, name, createdAt }));
  } catch {
    // Storage is closed to us: without the server nobody is known.
  }
}
