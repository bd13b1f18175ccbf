import { fetchCurrentAccount } from './accounts.ts';
import { session } from './session.ts';

/**
 * Has a page that the browser kept as it was left (its back/forward cache) show nothing when it is taken back, until the server says
 * that it still is the same person's. Otherwise it is loaded anew.
 */
export function confirmRestoredPage(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    // Now, as the first picture after the return is the last one before it.
    if (persisted) setHidden(true);
  });
  window.addEventListener('pageshow', event => {
    if (event.persisted) void confirm();
  });
}

async function confirm(): Promise<void> {
  setHidden(true);
  if (await isConfirmed()) setHidden(false);
  else location.reload();
}

async function isConfirmed(): Promise<boolean> {
  const shown = session.get();
  try {
    const account = await fetchCurrentAccount();
    if (shown.status === 'signed_in') return account?.id === shown.account.id;
    return shown.status === 'signed_out' && account === undefined;
  } catch {
    return false;
  }
}

/** Where everything stays in its place: base.css. */
function setHidden(isHidden: boolean): void {
  document.documentElement.toggleAttribute('data-unconfirmed', isHidden);
}
