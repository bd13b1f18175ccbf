import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useFocusAfterForm } from '../../ui/dialog/use-focus-after-form.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import styles from '../created-token.module.css';

const { webhooks: texts } = lazyStrings;

/** The only time that anyone sees the secret. */
export function CreatedWebhook({ secret, onDone }: { secret: string; onDone: () => void }) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(copyButton);

  async function copy(): Promise<void> {
    if (await copyText(secret)) showSuccess(texts.copied);
    else showError(texts.notCopied);
  }

  return (
    <div className={styles.created}>
      <TextField
        label={texts.secret}
        name="secret"
        hint={texts.copyNow}
        value={secret}
        dir="ltr"
        readOnly
        onFocus={event => event.target.select()}
      />
      <Button ref={copyButton} variant="main" className={styles.button} onClick={() => void copy()}>
        <Copy size={18} aria-hidden />
        {texts.copy}
      </Button>
      <Button className={styles.button} onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}
