import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { ProfileDialogProps } from './profile-dialog.tsx';

export function LazyProfileDialog({ person, roomId, onClose }: ProfileDialogProps) {
  const [Dialog] = useDialog(
    () => import('./profile-dialog.tsx').then(module => module.ProfileDialog),
    person !== undefined,
    onClose,
  );
  return Dialog && <Dialog person={person} roomId={roomId} onClose={onClose} />;
}
