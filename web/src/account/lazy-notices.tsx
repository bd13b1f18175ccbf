import type { ReactNode } from 'react';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import { useNotices } from './use-notices.ts';

/**
 * Nobody can close the dialog without reading it: somebody else may have taken the account over. `children`: a dialog that waits
 * until there is nothing to read.
 */
export function LazyNotices({ children }: { children: ReactNode }) {
  const [listed, acknowledge] = useNotices();
  const notices = listed ?? [];
  const [NoticesDialog] = useDialog(
    async () => (await import('./notices-dialog.tsx')).NoticesDialog,
    notices.length > 0,
    () => {},
  );
  return (
    <>
      {NoticesDialog && <NoticesDialog notices={notices} onAcknowledge={acknowledge} />}
      {listed?.length === 0 && children}
    </>
  );
}
