import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { useDialog } from './use-dialog.ts';

/** Asks before something is done. Focus returns to where the question came from. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const [Popup] = useDialog(
    async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
    props.isOpen,
    props.onClose,
  );
  return Popup && <Popup {...props} />;
}
