import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '@snug/protocol';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useChat } from '../chat/chat-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { showRefusal, showSuccess } from '../ui/toast.ts';
import { type Problems, useProblems } from '../ui/use-problems.ts';
import styles from './new-room-dialog.module.css';
import { roomPath } from './room-path.ts';

type Field = 'name' | 'description';

export function NewRoomDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="New chat room"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label="Create new chat room" icon={Plus} look="main" tip="below-left" />}
    >
      <NewRoomForm onCreated={() => setOpen(false)} />
    </Dialog>
  );
}

function NewRoomForm({ onCreated }: { onCreated: () => void }) {
  const chat = useChat();
  const [id] = useState(() => chat.newId());
  const form = useRef<HTMLFormElement>(null);
  const { problems, show, onInput } = useProblems<Field>(form);
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const input = read(event.currentTarget);
    const found = check(input);
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const room = await chat.createRoom({ id, ...input });
      onCreated();
      navigate(roomPath(room.id));
      showSuccess(`${room.name} has been created`);
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => void submit(event)}
      onInput={onInput}
    >
      <TextField
        label="Room name"
        name="name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        problem={problems.name}
      />
      <TextArea
        label="Description"
        name="description"
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
        problem={problems.description}
      />
      <Button look="main" type="submit" isBusy={isBusy} className={styles.create}>
        Create
      </Button>
    </form>
  );
}

function read(form: HTMLFormElement): Record<Field, string> {
  const data = new FormData(form);
  const text = (field: Field) => (data.get(field) as string).trim();
  return { name: text('name'), description: text('description') };
}

function check({ name, description }: Record<Field, string>): Problems<Field> {
  return {
    ...(name === '' && { name: 'Chat name is required' }),
    ...(description === '' && { description: 'Description is required' }),
  };
}
