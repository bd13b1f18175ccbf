import { MAX_NAME_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { showCommandError } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { CreatorsOnly } from './creators-only.tsx';
import styles from './new-token-dialog.module.css';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;
const FIELDS = ['name'] as const;

interface NewBotDialogProps extends DialogState {
  programs: Programs;
}

export function NewBotDialog({ programs, isOpen, onOpenChange }: NewBotDialogProps) {
  return (
    <Dialog title={texts.newBot} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewBotForm programs={programs} onCreated={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewBotForm({ programs, onCreated }: { programs: Programs; onCreated: () => void }) {
  const chat = useChat();
  // A repetition with the same id creates no second bot.
  const [id] = useState(() => chat.newId());

  async function create({ name }: { name: string }): Promise<undefined> {
    try {
      await programs.createBot({ id, name });
      onCreated();
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={({ name }) => (name === '' ? { name: texts.nameRequired } : {})}
      onSubmit={create}
    >
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={texts.name}
            name="name"
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            problem={problems.name}
          />
          <CreatorsOnly otherwise={texts.onlyAdminsCreate}>
            <Button variant="main" type="submit" isBusy={isBusy} className={styles.create}>
              {texts.createBot}
            </Button>
          </CreatorsOnly>
        </>
      )}
    </Form>
  );
}
