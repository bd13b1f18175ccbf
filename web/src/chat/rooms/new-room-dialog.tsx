import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '@snug/protocol';
import { Globe, Lock } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { roomPath } from '../../state/room-path.ts';
import { useIdForInput } from '../../state/use-id-for-input.ts';
import { useCanCreate } from '../../state/use-workspace.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form, type Problems } from '../../ui/form/form.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import styles from './new-room-dialog.module.css';

const FIELDS = ['name', 'description'] as const;
type Field = (typeof FIELDS)[number];

const KINDS = ['open', 'private'] as const;
type Kind = (typeof KINDS)[number];

const ICONS = { open: Globe, private: Lock };

export function NewRoomDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog title={lazyStrings.newRoom.title} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewRoomForm onCreated={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewRoomForm({ onCreated }: { onCreated: () => void }) {
  const chat = useChat();
  const withId = useIdForInput();
  const canBeOpen = useCanCreate('openRooms');
  const [chosen, setKind] = useState<Kind>('open');
  const kind = canBeOpen ? chosen : 'private';

  async function create(input: Record<Field, string>): Promise<undefined> {
    try {
      const room = await chat.createRoom(withId({ ...input, ...(kind === 'private' && { kind }) }));
      onCreated();
      navigate(roomPath(room.id));
      showSuccess(lazyStrings.newRoom.created(isolateBidi(room.name)));
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Form fields={FIELDS} className={styles.form} validate={check} onSubmit={create}>
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={lazyStrings.newRoom.name}
            name="name"
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            problem={problems.name}
          />
          <TextArea
            label={lazyStrings.newRoom.description}
            name="description"
            placeholder={lazyStrings.roomDetails.description.placeholder}
            rows={3}
            maxLength={MAX_DESCRIPTION_LENGTH}
            problem={problems.description}
          />
          {canBeOpen ? (
            <Audience kind={kind} onChoose={setKind} />
          ) : (
            <p className={styles.hint}>{lazyStrings.newRoom.onlyPrivate}</p>
          )}
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.create}>
            {lazyStrings.newRoom.create}
          </Button>
        </>
      )}
    </Form>
  );
}

function Audience({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  const { audience, audiences, audienceHints } = lazyStrings.newRoom;
  const options = KINDS.map(value => ({ value, label: audiences[value], icon: ICONS[value] }));
  return (
    <div>
      <SegmentedControl label={audience} name="kind" options={options} value={kind} onChoose={onChoose} />
      <p className={styles.hint}>{audienceHints[kind]}</p>
    </div>
  );
}

function check({ name, description }: Record<Field, string>): Problems<Field> {
  return {
    ...(name === '' && { name: lazyStrings.newRoom.nameRequired }),
    ...(description === '' && { description: lazyStrings.newRoom.descriptionRequired }),
  };
}
