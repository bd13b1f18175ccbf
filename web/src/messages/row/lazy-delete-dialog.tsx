import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';

export function LazyDeleteDialog(props: DeleteDialogProps) {
  const [Dialog] = useDialog(
    async () => (await import('./delete-dialog.tsx')).DeleteDialog,
    props.messageId !== undefined,
    props.onClose,
  );
  return Dialog && <Dialog {...props} />;
}
