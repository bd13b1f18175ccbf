import { type CommandArguments, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, type Room } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { InlineEditor } from '../ui/inline-editor.tsx';
import { showRefusal, showSuccess } from '../ui/toast.ts';
import styles from './edit-room.module.css';

/** For a room's admins: its name and description, in a drawer from the right. */
export function EditRoom({ room }: { room: Room }) {
  const chat = useChat();
  const [isOpen, setOpen] = useState(false);

  async function save(change: Omit<CommandArguments<'edit_room'>, 'roomId'>): Promise<boolean> {
    try {
      await chat.editRoom({ roomId: room.id, ...change });
      showSuccess('Successfully updated');
      return true;
    } catch (error) {
      showRefusal(error);
      return false;
    }
  }

  return (
    <Dialog
      title="Edit Room"
      shape="drawer-right"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles.trigger} aria-label="Admin: edit room" title="Edit room">
          A
        </button>
      }
    >
      <div className={styles.content}>
        <InlineEditor
          label="Name"
          noun="name"
          value={room.name}
          maxLength={MAX_NAME_LENGTH}
          emptyWords="Message can not be empty"
          onSave={name => save({ name })}
        />
        <InlineEditor
          label="Description"
          noun="description"
          value={room.description}
          maxLength={MAX_DESCRIPTION_LENGTH}
          emptyWords="Description can not be empty"
          onSave={description => save({ description })}
        />
      </div>
    </Dialog>
  );
}
