import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { strings } from '../strings/strings.ts';
import { classNames } from '../ui/class-names.ts';
import { Logo } from '../ui/feedback/logo.tsx';
import { Button } from '../ui/form/button.tsx';
import styles from './create-first-room.module.css';
import { LazyNewRoomDialog } from './lazy-new-room-dialog.tsx';

interface CreateFirstRoomProps {
  className?: string | undefined;
  /** Shown if there are rooms, or while that is unknown. */
  fallback?: ReactNode;
}

export function CreateFirstRoom({ className, fallback }: CreateFirstRoomProps) {
  const rooms = useStore(useChat().roomList.rooms);
  const [isOpen, setOpen] = useState(false);
  // An open dialog stays open, even if another person creates a room first.
  if (rooms?.length !== 0 && !isOpen) return fallback;
  return (
    <div className={classNames(styles.place, className)}>
      <Logo size={72} />
      <h2 className={styles.heading}>{strings.rooms.firstHeading}</h2>
      <p className={styles.words}>{strings.rooms.firstDescription}</p>
      <LazyNewRoomDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button variant="main">
            <Plus size={18} aria-hidden />
            {strings.rooms.createFirst}
          </Button>
        }
      />
    </div>
  );
}
