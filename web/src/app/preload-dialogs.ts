import { whenIdle } from '../ui/browser/when-idle.ts';

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  // In one chunk with the other dialogs of the room and the list.
  () => import('../rooms/join/join-dialog.tsx'),
  () => import('../dashboard/dashboard-dialog.tsx'),
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
