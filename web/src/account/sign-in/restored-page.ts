import { fetchCurrentAccount } from './accounts.ts';
import { session } from './session.ts';

/** Hides a page from the browser's back/forward cache until the server confirms that the same person is signed in. */
export function confirmRestoredPage(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    // The browser paints the last frame first, so the content must be hidden before the page enters the cache.
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

/** Keeps the layout and hides the content: base.css. */
function setHidden(isHidden: boolean): void {
  document.documentElement.toggleAttribute('data-unconfirmed', isHidden);
}
