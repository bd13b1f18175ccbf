import { type CommandOutput, MAX_WEBHOOK_URL_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../../chat/chat-context.ts';
import type { FoundRoom } from '../../rooms/join/room-search.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { CreatorsOnly } from '../creators-only.tsx';
import styles from '../new-token-dialog.module.css';
import { RoomChooser } from '../room-chooser.tsx';
import { CreatedWebhook } from './created-webhook.tsx';
import type { Webhooks } from './use-webhooks.ts';

const { webhooks: texts } = lazyStrings;
const FIELDS = ['url'] as const;

interface NewWebhookDialogProps extends DialogState {
  webhooks: Webhooks;
}

export function NewWebhookDialog({ webhooks, isOpen, onOpenChange }: NewWebhookDialogProps) {
  return (
    <Dialog title={texts.newWebhook} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewWebhook webhooks={webhooks} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewWebhook({ webhooks, onDone }: { webhooks: Webhooks; onDone: () => void }) {
  const [created, setCreated] = useState<CommandOutput<'create_webhook'>>();
  if (created) return <CreatedWebhook secret={created.secret} onDone={onDone} />;
  return <NewWebhookForm webhooks={webhooks} onCreated={setCreated} />;
}

interface NewWebhookFormProps {
  webhooks: Webhooks;
  onCreated: (created: CommandOutput<'create_webhook'>) => void;
}

function NewWebhookForm({ webhooks, onCreated }: NewWebhookFormProps) {
  const chat = useChat();
  // A repetition with the same id creates no second webhook.
  const [id] = useState(() => chat.newId());
  const [rooms, setRooms] = useState<readonly FoundRoom[]>([]);
  const [needsRoom, setNeedsRoom] = useState(false);

  async function create({ url }: { url: string }): Promise<undefined> {
    const [room] = rooms;
    setNeedsRoom(!room);
    if (!room) return;
    try {
      onCreated(await webhooks.create({ id, roomId: room.id, url: new URL(url).href }));
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={({ url }) => (isWebAddress(url) ? {} : { url: texts.urlRequired })}
      onSubmit={create}
    >
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={texts.url}
            name="url"
            type="url"
            dir="ltr"
            autoComplete="off"
            placeholder={texts.urlPlaceholder}
            maxLength={MAX_WEBHOOK_URL_LENGTH}
            problem={problems.url}
          />
          <RoomChooser
            rooms={rooms}
            max={1}
            fullHint={texts.oneRoom}
            problem={needsRoom && rooms.length === 0 ? texts.roomRequired : undefined}
            onChange={setRooms}
          />
          <CreatorsOnly otherwise={texts.onlyAdminsCreate}>
            <Button variant="main" type="submit" isBusy={isBusy} className={styles.create}>
              {texts.create}
            </Button>
          </CreatorsOnly>
        </>
      )}
    </Form>
  );
}

/** The server decides whether http is permitted. */
function isWebAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}
