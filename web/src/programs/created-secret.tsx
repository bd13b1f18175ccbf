import { Copy } from 'lucide-react';
import { type ReactNode, type Ref, useRef } from 'react';
import { useFocusAfterForm } from '../ui/dialog/use-focus-after-form.ts';
import { showError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { copyText } from '../ui/text/copy-text.ts';
import styles from './created-secret.module.css';

interface CreatedSecretProps {
  /** Of its field. */
  name: string;
  secret: string;
  texts: Record<'secret' | 'copyNow' | 'copy' | 'copied' | 'notCopied' | 'done', string>;
  onDone: () => void;
  /** More about the secret. */
  children?: ReactNode;
}

/** The only time that anyone sees the secret. */
export function CreatedSecret({ name, secret, texts, onDone, children }: CreatedSecretProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(copyButton);
  return (
    <div className={styles.created}>
      <SecretField
        name={name}
        value={secret}
        texts={{ ...texts, label: texts.secret, hint: texts.copyNow }}
        variant="main"
        copyButton={copyButton}
      />
      {children}
      <Button className={styles.button} onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}

interface SecretFieldProps {
  name: string;
  value: string;
  texts: Record<'label' | 'hint' | 'copy' | 'copied' | 'notCopied', string>;
  variant?: 'main' | 'quiet';
  copyButton?: Ref<HTMLButtonElement>;
}

export function SecretField({ name, value, texts, variant = 'quiet', copyButton }: SecretFieldProps) {
  async function copy(): Promise<void> {
    if (await copyText(value)) showSuccess(texts.copied);
    else showError(texts.notCopied);
  }

  return (
    <>
      <TextField
        label={texts.label}
        name={name}
        hint={texts.hint}
        value={value}
        dir="ltr"
        readOnly
        onFocus={event => event.target.select()}
      />
      <Button ref={copyButton} variant={variant} className={styles.button} onClick={() => void copy()}>
        <Copy size={18} aria-hidden />
        {texts.copy}
      </Button>
    </>
  );
}
