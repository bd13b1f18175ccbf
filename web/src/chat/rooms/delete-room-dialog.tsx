import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showDeleted } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import styles from './delete-room-dialog.module.css';
import { isTypedName } from './is-typed-name.ts';
import type { RoomDialogProps } from './leave-room-dialog.tsx';
import { goToList } from './list/go-to-list.ts';

const FIELDS = ['name'] as const;

interface DeleteRoomDialogProps extends RoomDialogProps {
  onDeleted?: (() => void) | undefined;
}

export function DeleteRoomDialog(props: DeleteRoomDialogProps) {
  const { roomId, getFocus, isOpen, onOpenChange, onDeleted } = props;
  const chat = useChat();
  const room = chat.room(roomId).view.get().log?.room;
  const [shown, setShown] = useState(room);
  // Keeps the name during the closing animation, when the room is gone.
  if (room && room !== shown) setShown(room);
  const name = shown?.name ?? '';
  return (
    <Dialog
      title={lazyStrings.roomOptions.deleteTitle(isolateBidi(name))}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      getFinalFocus={getFocus}
    >
      <DeleteRoomForm
        roomId={roomId}
        name={name}
        onDeleted={() => {
          onOpenChange(false);
          onDeleted?.();
        }}
      />
    </Dialog>
  );
}

interface DeleteRoomFormProps {
  roomId: string;
  name: string;
  onDeleted: () => void;
}

function DeleteRoomForm({ roomId, name, onDeleted }: DeleteRoomFormProps) {
  const chat = useChat();
  const texts = lazyStrings.roomOptions;

  async function deleteRoom(): Promise<undefined> {
    try {
      await chat.deleteRoom(roomId, name);
      onDeleted();
      goToList(roomId);
      showDeleted(texts.deleted(isolateBidi(name)));
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={typed => (isTypedName(typed.name, name) ? {} : { name: texts.wrongName })}
      onSubmit={deleteRoom}
    >
      {({ problems, isBusy }) => (
        <>
          <p className={styles.words}>{texts.deleteDescription}</p>
          <TextField
            label={texts.confirmName}
            name="name"
            autoComplete="off"
            hint={texts.typeName(isolateBidi(name))}
            problem={problems.name}
          />
          <Button variant="danger" type="submit" isBusy={isBusy} className={styles.delete}>
            {texts.delete}
          </Button>
        </>
      )}
    </Form>
  );
}
