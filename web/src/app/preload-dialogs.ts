/** What most people open soon. */
const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('../ui/dialog/dialog-popup.tsx'),
  () => import('../ui/dialog/confirm-dialog.tsx'),
  () => import('../dashboard/dashboard-content.tsx'),
  () => import('../shortcuts/shortcuts-list.tsx'),
];

/** Fetches those once the page is there, one at a time while nothing else is to be done: they are run, too. */
export function preloadDialogs(): void {
  if (document.readyState === 'complete') void loadDialogs();
  else window.addEventListener('load', () => void loadDialogs());
}

async function loadDialogs(): Promise<void> {
  for (const load of DIALOGS) {
    await waitUntilIdle();
    await load().catch(() => {
      // Then it is fetched when it is opened, which says what is wrong.
    });
  }
}

/** At most a second, and at once where the browser does not say when it is idle. */
function waitUntilIdle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });
}
