import { whenIdle } from '../ui/browser/when-idle.ts';

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('../ui/dialog/dialog-popup.tsx'),
  () => import('../ui/dialog/confirm-dialog.tsx'),
  () => import('../dashboard/dashboard-content.tsx'),
  () => import('../shortcuts/shortcuts-list.tsx'),
];

/** Imports the dialogs after the page has loaded, one at a time while the browser is idle, because an import also runs. */
export async function preloadDialogs(): Promise<void> {
  for (const load of DIALOGS) {
    await whenIdle();
    await load().catch(() => {
      // Opening the dialog imports it again and reports the error.
    });
  }
}
