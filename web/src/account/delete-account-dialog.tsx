import type { AccountDeletion } from '@snug/protocol';
import { Eraser, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { SegmentedControl } from '../ui/form/segmented-control.tsx';
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx';
import styles from './account-form.module.css';
import { checkCurrentPassword, toPasswordProblem } from './current-password.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { needsOtherProof } from './proof-problem.ts';
import { AccountError } from './sign-in/accounts.ts';
import { deleteAccount } from './sign-in/sign-out.ts';

type Field = 'password';
type Choice = AccountDeletion['messages'];

export function DeleteAccountDialog(props: AccountDialogProps) {
  return (
    <AccountDialog {...props} title={lazyStrings.accountDeletion.heading}>
      <DeletionForm hasPassword={props.account.hasPassword} />
    </AccountDialog>
  );
}

function DeletionForm({ hasPassword }: { hasPassword: boolean }) {
  const { explanation, rooms, action } = lazyStrings.accountDeletion;
  const [messages, setMessages] = useState<Choice>('keep');

  const submit = async ({ password }: Record<Field, string>) => {
    const problems = await tryToDelete({ messages, ...(hasPassword && { password }) });
    if (!problems) showSuccess(lazyStrings.accountDeletion.deleted);
    return problems;
  };

  return (
    <Form
      fields={hasPassword ? ['password'] : []}
      className={styles.form}
      validate={({ password }) => checkCurrentPassword(password, hasPassword)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          <p className={styles.words}>{explanation}</p>
          <p className={styles.words}>{rooms}</p>
          <MessagesChoice value={messages} onChoose={setMessages} />
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
          <Button variant="danger" type="submit" isBusy={isBusy} className={styles.submit}>
            {action}
          </Button>
        </>
      )}
    </Form>
  );
}

function MessagesChoice({ value, onChoose }: { value: Choice; onChoose: (value: Choice) => void }) {
  const { messages, keep, erase, hints } = lazyStrings.accountDeletion;
  const options = [
    { value: 'keep' as const, label: keep, icon: MessageSquareText },
    { value: 'erase' as const, label: erase, icon: Eraser },
  ];
  return (
    <div>
      <SegmentedControl
        label={messages}
        name="messages"
        options={options}
        value={value}
        onChoose={onChoose}
      />
      <p className={styles.hint}>{hints[value]}</p>
    </div>
  );
}

async function tryToDelete(input: AccountDeletion): Promise<Problems<Field> | undefined> {
  try {
    await deleteAccount(input);
    return undefined;
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    if (needsOtherProof(error)) return {};
    return toPasswordProblem(error.message, input.password !== undefined);
  }
}
