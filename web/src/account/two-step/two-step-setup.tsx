import type { TwoStepSetup as Setup } from '@snug/protocol';
import { useRef, useState } from 'react';
import { QrCode } from '../../people/invites/qr-code.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFormFocus } from '../../ui/dialog/use-form-focus.ts';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import formStyles from '../account-form.module.css';
import { checkCurrentPassword, toPasswordProblem } from '../current-password.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';
import { needsOtherProof } from '../proof-problem.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { requestFromAccount } from '../sign-in/post-account.ts';
import { CodeField, checkCode, toCodeProblems } from './code-field.tsx';
import styles from './two-step.module.css';

const { twoStep: texts } = lazyStrings;

interface TwoStepSetupProps {
  hasPassword: boolean;
  onCodes: (codes: readonly string[]) => void;
}

export function TwoStepSetup({ hasPassword, onCodes }: TwoStepSetupProps) {
  const [url, setUrl] = useState<string>();
  return url === undefined ? (
    <BeginForm hasPassword={hasPassword} onBegun={setUrl} />
  ) : (
    <ConfirmForm url={url} onCodes={onCodes} />
  );
}

interface BeginFormProps extends Pick<TwoStepSetupProps, 'hasPassword'> {
  onBegun: (url: string) => void;
}

function BeginForm({ hasPassword, onBegun }: BeginFormProps) {
  async function submit({ password }: Record<'password', string>) {
    try {
      const body = hasPassword ? { password } : {};
      onBegun((await requestFromAccount<Setup>('account/two-step/begin', body)).url);
      return undefined;
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      if (needsOtherProof(error)) return {};
      const text = error.code === 'forbidden' ? lazyStrings.password.wrong : error.message;
      return toPasswordProblem(text, hasPassword);
    }
  }

  return (
    <Form
      fields={hasPassword ? ['password'] : []}
      className={formStyles.form}
      validate={({ password }) => checkCurrentPassword(password, hasPassword)}
      onSubmit={submit}
    >
      {({ problems, isBusy }) => (
        <>
          <p className={formStyles.words}>{texts.explanation}</p>
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.submit}>
            {texts.begin}
          </Button>
        </>
      )}
    </Form>
  );
}

function ConfirmForm({ url, onCodes }: { url: string; onCodes: (codes: readonly string[]) => void }) {
  const explanation = useRef<HTMLParagraphElement>(null);
  useFormFocus(explanation);
  async function submit({ code }: Record<'code', string>) {
    try {
      const path = 'account/two-step/turn-on';
      const { recoveryCodes } = await requestFromAccount<{ recoveryCodes: string[] }>(path, { code });
      showSuccess(texts.turnedOn);
      onCodes(recoveryCodes);
      return undefined;
    } catch (error) {
      return toCodeProblems(error);
    }
  }

  return (
    <Form fields={['code']} className={formStyles.form} validate={checkCode} onSubmit={submit}>
      {({ problems, isBusy }) => (
        <>
          <p ref={explanation} tabIndex={-1} className={formStyles.words}>
            {texts.scan}
          </p>
          <div className={styles.app}>
            <QrCode text={url} label={texts.qrCode} />
            <div>
              <p className={styles.keyLabel}>{texts.key}</p>
              <code className={styles.key}>{readKey(url)}</code>
            </div>
          </div>
          <CodeField label={texts.code} kind="app" problem={problems.code} />
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.submit}>
            {texts.turnOn}
          </Button>
        </>
      )}
    </Form>
  );
}

/** In groups of four, as people type it. */
function readKey(url: string): string {
  const secret = new URL(url).searchParams.get('secret') ?? '';
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
