import { type CommandOutput, MAX_WEBHOOK_URL_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { AccountDialog } from '../../account/account-dialog.tsx';
import type { AccountDetails } from '../../account/use-account.ts';
import type { FoundRoom } from '../../chat/rooms/join/room-search.ts';
import { useIdForInput } from '../../state/use-id-for-input.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { CreateForm } from '../create-form.tsx';
import { CreatedSecret } from '../created-secret.tsx';
import { RoomChooser } from '../room-chooser.tsx';
import type { Webhooks } from './use-webhooks.ts';

const { webhooks: texts } = lazyStrings;

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
  if (created) return <CreatedSecret name="secret" secret={created.secret} texts={texts} onDone={onDone} />;
  return <NewWebhookForm webhooks={webhooks} hasPassword={account.hasPassword} onCreated={setCreated} />;
}

interface NewWebhookFormProps {
  webhooks: Webhooks;
  hasPassword: boolean;
  onCreated: (created: CommandOutput<'create_webhook'>) => void;
}

function NewWebhookForm({ webhooks, hasPassword, onCreated }: NewWebhookFormProps) {
  const withId = useIdForInput();
  const [room, setRoom] = useState<FoundRoom>();

  async function create(url: string, proof: { password?: string }): Promise<void> {
    if (!room) return;
    onCreated(await webhooks.create({ ...withId({ roomId: room.id, url: new URL(url).href }), ...proof }));
  }

  return (
    <CreateForm
      field={{
        label: texts.url,
        type: 'url',
        dir: 'ltr',
        placeholder: texts.urlPlaceholder,
        maxLength: MAX_WEBHOOK_URL_LENGTH,
      }}
      check={url => (isWebAddress(url) ? undefined : texts.urlRequired)}
      needsRoom={!room}
      hasPassword={hasPassword}
      onCreate={create}
      button={texts.create}
      otherwise={texts.onlyAdminsCreate}
    >
      {isRoomMissing => (
        <RoomChooser
          rooms={room ? [room] : []}
          max={1}
          fullHint={texts.oneRoom}
          problem={isRoomMissing ? texts.roomRequired : undefined}
          onChange={([chosen]) => setRoom(chosen)}
        />
      )}
    </CreateForm>
  );
}

/** The server decides whether http is permitted. */
function isWebAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}
