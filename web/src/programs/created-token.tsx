import type { CommandOutput } from '@snug/protocol';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { useFocusAfterForm } from '../ui/dialog/use-focus-after-form.ts';
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
export function CreatedToken({ created: { secret, webhook }, onDone }: CreatedTokenProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(copyButton);

  return (
    <div className={styles.created}>
      <Secret label={texts.secret} name="token" hint={texts.copyNow} value={secret} />
      <Button
        ref={copyButton}
        variant="main"
        className={styles.button}
        onClick={() => void copy(secret, texts.copied, texts.notCopied)}
      >
        <Copy size={18} aria-hidden />
        {texts.copy}
      </Button>
      {webhook !== undefined && <Webhook address={location.origin + webhook} />}
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

/** For programs that send webhooks to Slack, or that only know an address. */
function Webhook({ address }: { address: string }) {
  return (
    <>
      <Secret label={texts.webhook} name="webhook" hint={texts.webhookHint} value={address} />
      <Button
        className={styles.button}
        onClick={() => void copy(address, texts.webhookCopied, texts.webhookNotCopied)}
      >
        <Copy size={18} aria-hidden />
        {texts.copyWebhook}
      </Button>
    </>
  );
}

interface SecretProps {
  label: string;
  name: string;
  hint: string;
  value: string;
}

function Secret(props: SecretProps) {
  return <TextField {...props} dir="ltr" readOnly onFocus={event => event.target.select()} />;
}

async function copy(text: string, success: string, failure: string): Promise<void> {
  if (await copyText(text)) showSuccess(success);
  else showError(failure);
}
