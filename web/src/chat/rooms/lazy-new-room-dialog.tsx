import type { DialogState } from '../../ui/dialog/dialog.tsx';
import type { Trigger } from '../../ui/dialog/dialog-trigger.tsx';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

export function LazyNewRoomDialog(props: DialogState & { trigger: Trigger }) {
  return (
    <LazyDialog
      load={() => import('./new-room-dialog.tsx').then(module => module.NewRoomDialog)}
      dialog={{}}
      {...props}
    />
  );
}
