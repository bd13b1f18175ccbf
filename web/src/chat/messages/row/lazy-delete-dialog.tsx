import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { DeleteDialogProps } from './delete-dialog.tsx';

export function LazyDeleteDialog(props: DeleteDialogProps) {
  const [Dialog] = useDialog(
    () => import('./delete-dialog.tsx').then(module => module.DeleteDialog),
    props.messageId !== undefined,
    props.onClose,
  );
  return Dialog && <Dialog {...props} />;
}
