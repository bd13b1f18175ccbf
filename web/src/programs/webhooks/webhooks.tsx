import type { Webhook } from '@snug/protocol';
import { ChevronRight, WebhookIcon } from 'lucide-react';
import { useId, useState } from 'react';
import type { AccountDetails } from '../../account/use-account.ts';
import { getRoomName } from '../../people/direct/room-name.ts';
import { useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { DialogTrigger } from '../../ui/dialog/dialog-trigger.tsx';
import { Button } from '../../ui/form/button.tsx';
import { CreatorsOnly } from '../creators-only.tsx';
import styles from '../program-list.module.css';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { useWebhooks, type Webhooks } from './use-webhooks.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';

const { webhooks: texts } = lazyStrings;

/** `account`: undefined while unknown. */
export function OutgoingWebhooks({ account }: { account: AccountDetails | undefined }) {
  const id = useId();
  const webhooks = useWebhooks();
  const [isCreating, setCreating] = useState(false);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {texts.heading}
      </h3>
      <p className={styles.intro}>{texts.intro}</p>
      {webhooks.webhooks.length > 0 && (
        <ul>
          {webhooks.webhooks.map(webhook => (
            <WebhookItem key={webhook.id} webhook={webhook} webhooks={webhooks} />
          ))}
        </ul>
      )}
      <CreatorsOnly otherwise={texts.onlyAdminsCreate}>
        <DialogTrigger isOpen={isCreating} onOpen={() => setCreating(true)}>
          <Button className={styles.new}>
            <WebhookIcon size={18} aria-hidden />
            {texts.newWebhook}
          </Button>
        </DialogTrigger>
      </CreatorsOnly>
      {account && (
        <NewWebhookDialog
          webhooks={webhooks}
          account={account}
          isOpen={isCreating}
          onOpenChange={setCreating}
        />
      )}
    </section>
  );
}

function WebhookItem({ webhook, webhooks }: { webhook: Webhook; webhooks: Webhooks }) {
  const [isOpen, setOpen] = useState(false);
  const me = useMe().uid;
  const room = webhooks.rooms.get(webhook.roomId);
  const name = room ? getRoomName(room, me) : texts.unknownRoom;
  return (
    <li>
      <DialogTrigger isOpen={isOpen} onOpen={() => setOpen(true)}>
        <button type="button" className={styles.row}>
          <span className={styles.words}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.detail}>
              <WebhookState webhook={webhook} />
            </span>
          </span>
          <ChevronRight size={18} aria-hidden data-directed />
        </button>
      </DialogTrigger>
      <WebhookDialog
        webhook={webhook}
        name={name}
        webhooks={webhooks}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </li>
  );
}
