import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { useDialog } from './use-dialog.ts';

export function LazyConfirmDialog(props: ConfirmDialogProps) {
  const [Popup] = useDialog(
    async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
    props.isOpen,
    props.onClose,
  );
  return Popup && <Popup {...props} />;
}
