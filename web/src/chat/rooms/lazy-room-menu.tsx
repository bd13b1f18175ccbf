import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { RoomMenuProps } from './room-menu.tsx';

export function LazyRoomMenu(props: RoomMenuProps) {
  const { isOpen, onOpenChange } = props;
  const [RoomMenu] = useDialog(
    () => import('./room-menu.tsx').then(module => module.RoomMenu),
    isOpen,
    () => onOpenChange(false),
  );
  return RoomMenu && <RoomMenu {...props} />;
}
