import { loadEditForm } from '../chat/messages/edit/lazy-edit-form.tsx';
import { whenIdle } from '../ui/browser/when-idle.ts';

const DIALOGS: readonly (() => Promise<unknown>)[] = [
  // In one chunk with the other dialogs of the room and the list, and with what keys open.
  loadEditForm,
  () => import('./dashboard/dashboard-dialog.tsx'),
];

/** Imports what keys open, and other dialogs, after the page has loaded, one at a time while the browser is idle, because an import also runs. */
export async function preloadDialogs(): Promise<void> {
  for (const load of DIALOGS) {
    await whenIdle();
    await load().catch(() => {
      // Opening the dialog imports it again and reports the error.
    });
  }
}
