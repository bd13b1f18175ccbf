import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useChat } from '../chat/chat-context.ts';
import { roomPath } from '../chat/room-path.ts';
import { words } from '../strings/strings.ts';
import { Dialog, type Trigger } from '../ui/dialog/dialog.tsx';
import { showRefusal, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { TextArea, TextField } from '../ui/form/text-field.tsx';
import { isolated } from '../ui/text/bidi.ts';
import styles from './new-room-dialog.module.css';

const FIELDS = ['name', 'description'] as const;
type Field = (typeof FIELDS)[number];

interface NewRoomDialogProps {
  trigger: Trigger;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function NewRoomDialog({ trigger, isOpen, onOpenChange }: NewRoomDialogProps) {
  return (
    <Dialog title={words.rooms.newRoom} isOpen={isOpen} onOpenChange={onOpenChange} trigger={trigger}>
      <NewRoomForm onCreated={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewRoomForm({ onCreated }: { onCreated: () => void }) {
  const chat = useChat();
  const [id] = useState(() => chat.newId());
  const [, navigate] = useLocation();

  async function create(input: Record<Field, string>): Promise<undefined> {
    try {
      const room = await chat.createRoom({ id, ...input });
      onCreated();
      navigate(roomPath(room.id));
      showSuccess(words.rooms.created(isolated(room.name)));
    } catch (error) {
      showRefusal(error);
    }
  }

  return (
    <Form fields={FIELDS} className={styles.form} check={check} onSubmit={create}>
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={words.rooms.roomName}
            name="name"
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            problem={problems.name}
          />
          <TextArea
            label={words.rooms.description}
            name="description"
            placeholder={words.roomDetails.description.placeholder}
            rows={3}
            maxLength={MAX_DESCRIPTION_LENGTH}
            problem={problems.description}
          />
          <Button look="main" type="submit" isBusy={isBusy} className={styles.create}>
            {words.rooms.create}
          </Button>
        </>
      )}
    </Form>
  );
}

function check({ name, description }: Record<Field, string>): Problems<Field> {
  return {
    ...(name === '' && { name: words.rooms.nameRequired }),
    ...(description === '' && { description: words.rooms.descriptionRequired }),
  };
}
