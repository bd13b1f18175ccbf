import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './new-message-dialog.module.css';
import { PeopleField } from './people-field.tsx';
import { PeopleResults } from './people-results.tsx';
import { useOpenDirect } from './use-open-direct.ts';
import { usePeopleChooser } from './use-people-chooser.ts';

export function NewMessageDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog title={strings.rooms.newMessage} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewMessageForm onOpened={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewMessageForm({ onOpened }: { onOpened: () => void }) {
  const { isBusy, openDirect } = useOpenDirect(onOpened);
  const chooser = usePeopleChooser(() => void openDirect([]));
  const [hasTried, setTried] = useState(false);
  const { chosen, note } = chooser;

  function open(): void {
    setTried(true);
    if (chosen.length > 0) void openDirect(chosen.map(({ uid }) => uid));
  }

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        if (!isBusy) open();
      }}
    >
      <PeopleField chooser={chooser} />
      <PeopleResults chooser={chooser} />
      <output className={styles.note}>
        {note ?? (hasTried && chosen.length === 0 && lazyStrings.direct.noneChosen)}
      </output>
      <Button variant="main" type="submit" className={styles.open} isBusy={isBusy}>
        {lazyStrings.direct.open}
      </Button>
    </form>
  );
}
