import type { Webhook } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import type { Webhooks } from './use-webhooks.ts';
import styles from './webhook-dialog.module.css';
import { describeFailure, LastDelivery, WebhookState } from './webhook-state.tsx';

const { webhooks: texts } = lazyStrings;

interface WebhookProps {
  webhook: Webhook;
  webhooks: Webhooks;
}

interface WebhookDialogProps extends WebhookProps, DialogState {
  /** Of its room. */
  name: string;
}

export function WebhookDialog({ webhook, name, webhooks, isOpen, onOpenChange }: WebhookDialogProps) {
  return (
    <Dialog title={<span dir="auto">{name}</span>} isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.content}>
        <div>
          <p className={styles.url} dir="ltr">
            {webhook.url}
          </p>
          <p className={styles.state}>
            <WebhookState webhook={webhook} />
          </p>
          {webhook.failure && <p className={styles.detail}>{describeFailure(webhook.failure)}</p>}
          <p className={styles.detail}>
            <LastDelivery webhook={webhook} />
          </p>
        </div>
        <WebhookActions webhook={webhook} webhooks={webhooks} />
        <DeleteWebhook webhook={webhook} webhooks={webhooks} />
      </div>
    </Dialog>
  );
}

function WebhookActions({ webhook: { id, paused, failingSince }, webhooks }: WebhookProps) {
  const [busy, setBusy] = useState<'test' | 'retry'>();

  async function run(action: 'test' | 'retry', work: () => Promise<void>): Promise<void> {
    setBusy(action);
    await work().catch(showCommandError);
    setBusy(undefined);
  }

  async function test(): Promise<void> {
    const failure = await webhooks.test(id);
    if (failure) showError(describeFailure(failure));
    else showSuccess(texts.tested);
  }

  async function retry(): Promise<void> {
    await webhooks.retry(id);
    showSuccess(texts.retrying);
  }

  const isPaused = paused !== undefined && paused !== 'removed';
  const canRetry = isPaused || (paused === undefined && failingSince !== undefined);
  return (
    <div className={styles.actions}>
      <Button isBusy={busy === 'test'} onClick={() => void run('test', test)}>
        {texts.test}
      </Button>
      {(canRetry || busy === 'retry') && (
        <Button isBusy={busy === 'retry'} onClick={() => void run('retry', retry)}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

function DeleteWebhook({ webhook, webhooks }: WebhookProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await webhooks.remove(webhook.id);
      showSuccess(texts.deleted);
    } catch (error) {
      showCommandError(error);
      setBusy(false);
    }
  }

  return (
    <div className={styles.actions}>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      <ConfirmDialog
        title={texts.deleteQuestion}
        description={texts.deleteDescription}
        isOpen={isAsking}
        confirmLabel={texts.delete}
        variant="danger"
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
