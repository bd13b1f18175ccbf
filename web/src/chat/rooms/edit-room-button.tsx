import type { Room } from '@snug/protocol';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import styles from './edit-room-button.module.css';

export function EditRoomButton({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={styles.trigger}
          aria-label={strings.roomHeader.editByAdmin}
          title={strings.roomHeader.editTooltip}
        >
          {strings.roomHeader.adminLetter}
          <Pencil className={styles.pencil} size={11} strokeWidth={2.4} aria-hidden />
        </button>
      }
      load={() => import('./edit-room-dialog.tsx').then(module => module.EditRoomDialog)}
      dialog={{ room }}
    />
  );
}
