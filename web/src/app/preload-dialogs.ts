const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('../ui/dialog/dialog-popup.tsx'),
  () => import('../ui/dialog/confirm-dialog.tsx'),
  () => import('../dashboard/dashboard-content.tsx'),
  () => import('../shortcuts/shortcuts-list.tsx'),
];

/** Imports the dialogs after the page has loaded, one at a time while the browser is idle, because an import also runs. */
export function preloadDialogs(): void {
  if (document.readyState === 'complete') void loadDialogs();
  else window.addEventListener('load', () => void loadDialogs());
}

async function loadDialogs(): Promise<void> {
  for (const load of DIALOGS) {
    await waitUntilIdle();
    await load().catch(() => {
      // Opening the dialog imports it again and reports the error.
    });
  }
}

/** Waits at most 1 s, and not at all in browsers without `requestIdleCallback`. */
function waitUntilIdle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });
}
