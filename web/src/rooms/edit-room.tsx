import { type CommandArguments, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, type Room } from '@snug/protocol';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { strings } from '../strings/strings.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { InlineEditor } from '../ui/form/inline-editor.tsx';
import styles from './edit-room.module.css';

/** A drawer in which admins edit the room's name and description. */
export function EditRoom({ room }: { room: Room }) {
  const chat = useChat();
  const [isOpen, setOpen] = useState(false);

  async function save(change: Omit<CommandArguments<'edit_room'>, 'roomId'>): Promise<boolean> {
    try {
      await chat.editRoom({ roomId: room.id, ...change });
      showSuccess(strings.roomDetails.updated);
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    }
  }

  return (
    <Dialog
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
    >
      <div className={styles.content}>
        <InlineEditor
          strings={strings.roomDetails.name}
          value={room.name}
          maxLength={MAX_NAME_LENGTH}
          onSave={name => save({ name })}
        />
        <InlineEditor
          strings={strings.roomDetails.description}
          value={room.description}
          maxLength={MAX_DESCRIPTION_LENGTH}
          onSave={description => save({ description })}
        />
      </div>
    </Dialog>
  );
}
