import { useRef } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { useFormFocus } from '../ui/dialog/use-form-focus.ts';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import formStyles from './account-form.module.css';
import { checkCurrentPassword } from './current-password.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { CodeField, checkCode } from './two-step/code-field.tsx';

export type ProofValues = Record<'password' | 'code', string>;

interface ProofFormProps {
  words: string;
  button: { text: string; variant: 'main' | 'danger' };
  hasPassword: boolean;
  hasCode: boolean;
  onSubmit: (values: ProofValues) => Promise<Problems<keyof ProofValues> | undefined>;
  /** Undefined if there is nothing to go back to. */
  onBack: (() => void) | undefined;
}

/** Asks for what the server needs before it changes how a person signs in. */
export function ProofForm(props: ProofFormProps) {
  const { words, button, hasPassword, hasCode, onSubmit, onBack } = props;
  const explanation = useRef<HTMLParagraphElement>(null);
  useFormFocus(explanation);
  const check = (values: ProofValues) => ({
    ...checkCurrentPassword(values.password, hasPassword),
    ...(hasCode && checkCode(values)),
  });
  return (
    <Form<keyof ProofValues>
      fields={['password', 'code']}
      className={formStyles.form}
      validate={check}
      onSubmit={onSubmit}
    >
      {({ problems, isBusy }) => (
        <>
          <p ref={explanation} tabIndex={-1} className={formStyles.words}>
            {words}
          </p>
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
          {hasCode && <CodeField label={lazyStrings.passkeys.code} kind="any" problem={problems.code} />}
          <div className={formStyles.buttons}>
            {onBack && (
              <Button variant="plain" onClick={onBack}>
                {lazyStrings.passkeys.back}
              </Button>
            )}
            <Button variant={button.variant} type="submit" isBusy={isBusy}>
              {button.text}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
