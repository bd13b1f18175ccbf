import { CommandError, MAX_NAME_LENGTH, type Passkey } from '@snug/protocol';
import { useRef } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFormFocus } from '../../ui/dialog/use-form-focus.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import formStyles from '../account-form.module.css';

const { passkeys: texts } = lazyStrings;

interface PasskeyRenamingProps {
  passkey: Passkey;
  onDone: () => void;
  onBack: () => void;
}

export function PasskeyRenaming({ passkey, onDone, onBack }: PasskeyRenamingProps) {
  const { connection } = useChat();
  const words = useRef<HTMLParagraphElement>(null);
  useFormFocus(words);

  async function rename({ name }: Record<'name', string>): Promise<undefined> {
    try {
      await connection.command('rename_passkey', { id: passkey.id, name });
      showSuccess(texts.renamed);
      onDone();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      showCommandError(error);
      if (error.code === 'not_found') onDone();
    }
  }

  return (
    <Form
      fields={['name']}
      className={formStyles.form}
      validate={({ name }) => (name === '' ? { name: texts.nameRequired } : {})}
      onSubmit={rename}
    >
      {({ problems, isBusy }) => (
        <>
          <p ref={words} tabIndex={-1} className={formStyles.words}>
            {texts.renaming}
          </p>
          <TextField
            label={texts.name}
            name="name"
            dir="auto"
            defaultValue={passkey.name}
            maxLength={MAX_NAME_LENGTH}
            problem={problems.name}
          />
          <div className={formStyles.buttons}>
            <Button variant="plain" onClick={onBack}>
              {texts.back}
            </Button>
            <Button variant="main" type="submit" isBusy={isBusy}>
              {texts.save}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
