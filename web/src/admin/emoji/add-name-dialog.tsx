import { isEmojiName } from '@snug/protocol';
import { getProblem } from '../../chat/emoji/adding/add-drafts.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import content from '../../ui/dialog/content.module.css';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

interface AddNameDialogProps extends DialogState {
  /** The first name of the emoji. */
  name: string;
  onAdded: () => void;
}

export function AddNameDialog({ name, onAdded, ...state }: AddNameDialogProps) {
  const { connection } = useChat();
  const { nameAdded, addNameTo, addNameHint } = lazyStrings.adminEmoji;
  const texts = lazyStrings.addEmoji;
  return (
    <Dialog title={addNameTo(name)} {...state}>
      <Form
        className={content.question}
        fields={['name']}
        validate={({ name: other }) => (isEmojiName(other) ? {} : { name: texts.nameInvalid })}
        onSubmit={async ({ name: other }) => {
          try {
            await connection.command('add_emoji_name', { key: name, name: other });
          } catch (error) {
            return { name: getProblem(error) ?? '' };
          }
          showSuccess(nameAdded(other));
          state.onOpenChange(false);
          onAdded();
          return undefined;
        }}
      >
        {({ problems, isBusy }) => (
          <>
            <TextField
              label={texts.name}
              name="name"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              hint={addNameHint}
              problem={problems.name}
            />
            <Button type="submit" variant="main" isBusy={isBusy}>
              {texts.add}
            </Button>
          </>
        )}
      </Form>
    </Dialog>
  );
}
