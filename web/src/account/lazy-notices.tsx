import { useDialog } from '../ui/dialog/use-dialog.ts';
import { useNotices } from './use-notices.ts';

/** Nobody can close the dialog without reading it: an admin may have taken the account over. */
export function LazyNotices() {
  const [notices, acknowledge] = useNotices();
  const [NoticesDialog] = useDialog(
    async () => (await import('./notices-dialog.tsx')).NoticesDialog,
    notices.length > 0,
    () => {},
  );
  return NoticesDialog && <NoticesDialog notices={notices} onAcknowledge={acknowledge} />;
}
