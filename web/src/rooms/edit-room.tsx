import type { Room } from '@snug/protocol';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../strings/strings.ts';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import styles from './edit-room.module.css';

/** A drawer in which admins edit the room's name and description. */
export function EditRoom({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);

  return (
    <LazyDialog
      title={strings.roomDetails.edit}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={styles.trigger}
          aria-label={strings.roomDetails.editByAdmin}
          title={strings.roomDetails.editTooltip}
        >
          {strings.roomDetails.adminLetter}
          <Pencil className={styles.pencil} size={11} strokeWidth={2.4} aria-hidden />
        </button>
      }
      load={async () => (await import('./edit-room-form.tsx')).EditRoomForm}
      content={{ room }}
    />
  );
}
