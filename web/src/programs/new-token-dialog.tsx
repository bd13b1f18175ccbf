import { type CommandOutput, DEFAULT_TOKEN_DAYS, MAX_NAME_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { AccountDialog } from '../account/account-dialog.tsx';
import type { AccountDetails } from '../account/use-account.ts';
import type { FoundRoom } from '../chat/rooms/join/room-search.ts';
import { useMe } from '../state/chat-context.ts';
import { useIdForInput } from '../state/use-id-for-input.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import type { DialogState } from '../ui/dialog/dialog.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { CreateForm } from './create-form.tsx';
import { CreatedToken } from './created-token.tsx';
import { TokenRooms } from './token-rooms.tsx';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;
const DAYS = [7, 30, DEFAULT_TOKEN_DAYS];
const YEAR_DAYS = 365;
const EXPIRIES = [
  ...DAYS.map(value => ({ value, label: texts.days(value) })),
  { value: YEAR_DAYS, label: texts.year },
];

interface NewTokenDialogProps extends DialogState {
  programs: Programs;
  account: AccountDetails;
}

export function NewTokenDialog({ programs, account, isOpen, onOpenChange }: NewTokenDialogProps) {
  return (
    <AccountDialog title={texts.newToken} account={account} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewToken programs={programs} account={account} onDone={() => onOpenChange(false)} />
    </AccountDialog>
  );
}

function NewToken({ programs, account, onDone }: NewTokenProps) {
  const [created, setCreated] = useState<CommandOutput<'create_token'>>();
  if (created) return <CreatedToken created={created} onDone={onDone} />;
  return <NewTokenForm programs={programs} hasPassword={account.hasPassword} onCreated={setCreated} />;
}

type NewTokenProps = Pick<NewTokenDialogProps, 'programs' | 'account'> & { onDone: () => void };

interface NewTokenFormProps {
  programs: Programs;
  hasPassword: boolean;
  onCreated: (created: CommandOutput<'create_token'>) => void;
}

function NewTokenForm({ programs, hasPassword, onCreated }: NewTokenFormProps) {
  const me = useMe();
  const withId = useIdForInput();
  const [uid, setUid] = useState(me.uid);
  /** Undefined for all rooms. */
  const [rooms, setRooms] = useState<readonly FoundRoom[]>();
  const [expiresInDays, setDays] = useState(DEFAULT_TOKEN_DAYS);

  async function create(name: string, proof: { password?: string }): Promise<void> {
    const roomIds = rooms && { roomIds: rooms.map(({ id }) => id) };
    const input = withId({ name, uid, expiresInDays, ...roomIds });
    onCreated(await programs.createToken({ ...input, ...proof }));
  }

  return (
    <CreateForm
      field={{ label: texts.name, placeholder: texts.namePlaceholder, maxLength: MAX_NAME_LENGTH }}
      check={name => (name === '' ? texts.nameRequired : undefined)}
      needsRoom={rooms?.length === 0}
      hasPassword={hasPassword}
      onCreate={create}
      button={texts.create}
    >
      {isRoomMissing => (
        <>
          {programs.bots.length > 0 && <ActsAs bots={programs.bots} uid={uid} onChoose={setUid} />}
          <TokenRooms
            rooms={rooms}
            problem={isRoomMissing ? texts.roomsRequired : undefined}
            onChange={setRooms}
          />
          <SelectField label={texts.expires} options={EXPIRIES} value={expiresInDays} onChoose={setDays} />
        </>
      )}
    </CreateForm>
  );
}

function ActsAs({
  bots,
  uid,
  onChoose,
}: Pick<Programs, 'bots'> & { uid: string; onChoose: (uid: string) => void }) {
  const me = useMe();
  return (
    <SelectField
      label={texts.actsAs}
      options={[
        { value: me.uid, label: texts.you(me.name) },
        ...bots.map(bot => ({ value: bot.uid, label: bot.name })),
      ]}
      value={uid}
      onChoose={onChoose}
    />
  );
}
