import { type CommandArguments, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, type Room } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { InlineEditor } from '../../ui/form/inline-editor.tsx';
import { RoomPrograms } from '../room-programs/room-programs.tsx';
import styles from './edit-room-dialog.module.css';
import { RoomRetention } from './retention/room-retention.tsx';
import { SavedCheckbox } from './saved-checkbox.tsx';

export function EditRoomDialog({ room, isOpen, onOpenChange }: DialogState & { room: Room }) {
  const chat = useChat();

  async function save(change: Omit<CommandArguments<'edit_room'>, 'roomId'>): Promise<boolean> {
    try {
      await chat.connection.command('edit_room', { roomId: room.id, ...change });
      showSuccess(lazyStrings.roomDetails.updated);
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    }
  }

  return (
    <Dialog
      title={lazyStrings.roomDetails.edit}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className={styles.content}>
        <InlineEditor
          strings={lazyStrings.roomDetails.name}
          value={room.name}
          maxLength={MAX_NAME_LENGTH}
          onSave={name => save({ name })}
        />
        <InlineEditor
          strings={lazyStrings.roomDetails.description}
          value={room.description}
          maxLength={MAX_DESCRIPTION_LENGTH}
          isMultiline
          onSave={description => save({ description })}
        />
        {!room.kind && (
          <SavedCheckbox
            label={lazyStrings.roomDetails.membersInvite}
            isOn={room.membersInvite !== false}
            onChange={async membersInvite => void (await save({ membersInvite }))}
          />
        )}
        {room.kind !== 'direct' && <RoomRetention room={room} />}
        <RoomPrograms roomId={room.id} />
      </div>
    </Dialog>
  );
}
