import { type CommandArguments, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, type Room } from '@snug/protocol';
import { useChat } from '../chat/chat-context.ts';
import { strings } from '../strings/strings.ts';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { InlineEditor } from '../ui/form/inline-editor.tsx';
import styles from './edit-room-form.module.css';

export function EditRoomForm({ room }: { room: Room }) {
  const chat = useChat();

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
  );
}
