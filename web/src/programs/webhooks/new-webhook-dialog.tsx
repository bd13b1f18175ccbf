import { type CommandOutput, MAX_WEBHOOK_URL_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { AccountDialog } from '../../account/account-dialog.tsx';
import { checkCurrentPassword } from '../../account/current-password.ts';
import { CurrentPasswordField } from '../../account/current-password-field.tsx';
import { toProofProblem } from '../../account/proof-problem.ts';
import type { AccountDetails } from '../../account/use-account.ts';
import type { FoundRoom } from '../../chat/rooms/join/room-search.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Form, type Problems } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { CreatorsOnly } from '../creators-only.tsx';
import styles from '../new-token-dialog.module.css';
import { RoomChooser } from '../room-chooser.tsx';
import { CreatedWebhook } from './created-webhook.tsx';
import type { Webhooks } from './use-webhooks.ts';

const { webhooks: texts } = lazyStrings;
const FIELDS = ['url', 'password'] as const;
type Field = (typeof FIELDS)[number];

interface NewWebhookDialogProps extends DialogState {
  webhooks: Webhooks;
  account: AccountDetails;
}

export function NewWebhookDialog({ webhooks, account, isOpen, onOpenChange }: NewWebhookDialogProps) {
  return (
    <AccountDialog title={texts.newWebhook} account={account} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewWebhook webhooks={webhooks} account={account} onDone={() => onOpenChange(false)} />
    </AccountDialog>
  );
}

type NewWebhookProps = Pick<NewWebhookDialogProps, 'webhooks' | 'account'> & { onDone: () => void };

function NewWebhook({ webhooks, account, onDone }: NewWebhookProps) {
  const [created, setCreated] = useState<CommandOutput<'create_webhook'>>();
  if (created) return <CreatedWebhook secret={created.secret} onDone={onDone} />;
  return <NewWebhookForm webhooks={webhooks} hasPassword={account.hasPassword} onCreated={setCreated} />;
}

interface NewWebhookFormProps {
  webhooks: Webhooks;
  hasPassword: boolean;
  onCreated: (created: CommandOutput<'create_webhook'>) => void;
}

function NewWebhookForm({ webhooks, hasPassword, onCreated }: NewWebhookFormProps) {
  const chat = useChat();
  // A repetition with the same id creates no second webhook.
  const [id] = useState(() => chat.newId());
  const [rooms, setRooms] = useState<readonly FoundRoom[]>([]);
  const [needsRoom, setNeedsRoom] = useState(false);

  async function create({ url, password }: Record<Field, string>): Promise<Problems<Field> | undefined> {
    const [room] = rooms;
    if (!room) return undefined;
    try {
      const input = { id, roomId: room.id, url: new URL(url).href };
      onCreated(await webhooks.create({ ...input, ...(hasPassword && { password }) }));
      return undefined;
    } catch (error) {
      return toProofProblem(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={({ url, password }) => {
        setNeedsRoom(rooms.length === 0);
        return {
          ...(!isWebAddress(url) && { url: texts.urlRequired }),
          ...checkCurrentPassword(password, hasPassword),
        };
      }}
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
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
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
