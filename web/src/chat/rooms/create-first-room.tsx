import { type ReactNode, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import styles from './create-first-room.module.css';

interface CreateFirstRoomProps {
  className?: string | undefined;
  /** Shown if there are rooms, or while that is unknown. */
  fallback?: ReactNode;
}

export function CreateFirstRoom({ className, fallback }: CreateFirstRoomProps) {
  const rooms = useStore(useChat().roomList.rooms);
  const [isOpen, setOpen] = useState(false);
  // An open dialog stays open, even if another person creates a room first.
  const isShown = rooms?.length === 0 || isOpen;
  const [FirstRoomNotice] = useDialog(
    () => import('./first-room-notice.tsx').then(module => module.FirstRoomNotice),
    isShown,
    () => undefined,
  );
  if (!isShown) return fallback;
  return (
    <div className={classNames(styles.place, className)}>
      {FirstRoomNotice && <FirstRoomNotice isOpen={isOpen} onOpenChange={setOpen} />}
    </div>
  );
}
