import type { CommandOutput } from '@snug/protocol';
import { lazyStrings } from '../strings/lazy-strings.ts';
import styles from './created-secret.module.css';
import { CreatedSecret, SecretField } from './created-secret.tsx';

const { programs: texts } = lazyStrings;

interface CreatedTokenProps {
  created: CommandOutput<'create_token'>;
  onDone: () => void;
}

export function CreatedToken({ created: { secret, webhook }, onDone }: CreatedTokenProps) {
  return (
    <CreatedSecret name="token" secret={secret} texts={texts} onDone={onDone}>
      {webhook !== undefined && <IncomingWebhook address={location.origin + webhook} />}
      <div>
        <h3 className={styles.heading}>{texts.tryIt}</h3>
        <pre className={styles.command} dir="ltr">
          {`curl -H "Authorization: Bearer $TOKEN" --json '{}' ${location.origin}/api/list_rooms`}
        </pre>
      </div>
    </CreatedSecret>
  );
}

/** For programs that send webhooks to Slack, or that only know an address. */
function IncomingWebhook({ address }: { address: string }) {
  return (
    <SecretField
      name="webhook"
      value={address}
      texts={{
        label: texts.webhook,
        hint: texts.webhookHint,
        copy: texts.copyWebhook,
        copied: texts.webhookCopied,
        notCopied: texts.webhookNotCopied,
      }}
    />
  );
}
