import { useRef, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFormFocus } from '../../ui/dialog/use-form-focus.ts';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import formStyles from '../account-form.module.css';
import { postAccount, requestFromAccount } from '../sign-in/post-account.ts';
import { CodeField, checkCode, toCodeProblems } from './code-field.tsx';
import styles from './two-step.module.css';

const { twoStep: texts } = lazyStrings;

interface TwoStepManagementProps {
  onCodes: (codes: readonly string[]) => void;
  onTurnedOff: () => void;
}

/** While it is on. Each change needs a code: a session could be stolen. */
export function TwoStepManagement({ onCodes, onTurnedOff }: TwoStepManagementProps) {
  const [change, setChange] = useState<'codes' | 'off'>();

  async function renew(code: string): Promise<void> {
    const path = 'account/two-step/recovery-codes';
    onCodes((await requestFromAccount<{ recoveryCodes: string[] }>(path, { code })).recoveryCodes);
  }

  async function turnOff(code: string): Promise<void> {
    await postAccount('account/two-step/turn-off', { code });
    showSuccess(texts.turnedOff);
    onTurnedOff();
  }

  if (change === 'codes')
    return (
      <ChangeForm
        words={texts.newCodesDescription}
        button={{ text: texts.createCodes, variant: 'main' }}
        onCode={renew}
      />
    );
  if (change === 'off')
    return (
      <ChangeForm
        words={texts.turnOffDescription}
        button={{ text: texts.turnOff, variant: 'danger' }}
        onCode={turnOff}
      />
    );
  return (
    <div className={formStyles.form}>
      <p className={formStyles.words}>{texts.manageDescription}</p>
      <div className={formStyles.buttons}>
        <Button onClick={() => setChange('codes')}>{texts.newCodes}</Button>
        <Button variant="danger" onClick={() => setChange('off')}>
          {texts.turnOff}
        </Button>
      </div>
    </div>
  );
}

interface ChangeFormProps {
  words: string;
  button: { text: string; variant: 'main' | 'danger' };
  onCode: (code: string) => Promise<void>;
}

function ChangeForm({ words, button, onCode }: ChangeFormProps) {
  const explanation = useRef<HTMLParagraphElement>(null);
  useFormFocus(explanation);
  return (
    <Form
      fields={['code']}
      className={formStyles.form}
      validate={checkCode}
      onSubmit={({ code }) => onCode(code).then(() => undefined, toCodeProblems)}
    >
      {({ problems, isBusy }) => (
        <>
          <p ref={explanation} tabIndex={-1} className={formStyles.words}>
            {words}
          </p>
          <CodeField label={texts.code} kind="any" problem={problems.code} />
          <Button variant={button.variant} type="submit" isBusy={isBusy} className={styles.submit}>
            {button.text}
          </Button>
        </>
      )}
    </Form>
  );
}
