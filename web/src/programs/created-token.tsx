import type { CommandOutput } from '@snug/protocol';
import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { copyText } from '../ui/text/copy-text.ts';
import styles from './created-token.module.css';

const { programs: texts } = lazyStrings;

interface CreatedTokenProps {
  created: CommandOutput<'create_token'>;
  onDone: () => void;
}

/** The only time that anyone sees the token. */
export function CreatedToken({ created: { secret }, onDone }: CreatedTokenProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => copyButton.current?.focus(), []);

  async function copy(): Promise<void> {
    if (await copyText(secret)) showSuccess(texts.copied);
    else showError(texts.notCopied);
  }

  return (
    <div className={styles.created}>
      <TextField
        label={texts.secret}
        name="token"
        dir="ltr"
        readOnly
        hint={texts.copyNow}
        value={secret}
        onFocus={event => event.target.select()}
      />
      <Button ref={copyButton} variant="main" className={styles.button} onClick={() => void copy()}>
        <Copy size={18} aria-hidden />
        {texts.copy}
      </Button>
      <div>
        <h3 className={styles.heading}>{texts.tryIt}</h3>
        <pre className={styles.command} dir="ltr">
          {`curl -H "Authorization: Bearer $TOKEN" --json '{}' ${location.origin}/api/list_rooms`}
        </pre>
      </div>
      <Button className={styles.button} onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}
