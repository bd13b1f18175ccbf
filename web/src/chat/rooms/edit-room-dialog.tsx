import { type CommandArguments, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, type Room } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { InlineEditor } from '../../ui/form/inline-editor.tsx';
import { RoomPrograms } from '../room-programs/room-programs.tsx';
import styles from './edit-room-dialog.module.css';

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
          onSave={description => save({ description })}
        />
        {!room.kind && (
          <MembersInviteSwitch
            isOn={room.membersInvite !== false}
            onChange={membersInvite => save({ membersInvite })}
          />
        )}
        <RoomPrograms roomId={room.id} />
      </div>
    </Dialog>
  );
}

interface MembersInviteSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => Promise<boolean>;
}

/** Shows the wanted state until the room has it. */
function MembersInviteSwitch({ isOn, onChange }: MembersInviteSwitchProps) {
  const [wanted, setWanted] = useState<boolean>();

  async function change(next: boolean): Promise<void> {
    setWanted(next);
    await onChange(next);
    setWanted(undefined);
  }

  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        className={styles.box}
        checked={wanted ?? isOn}
        disabled={wanted !== undefined}
        onChange={event => void change(event.target.checked)}
      />
      {lazyStrings.roomDetails.membersInvite}
    </label>
  );
}
