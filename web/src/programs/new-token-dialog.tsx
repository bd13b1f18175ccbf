import {
  type CommandArguments,
  type CommandOutput,
  DEFAULT_TOKEN_DAYS,
  MAX_NAME_LENGTH,
} from '@snug/protocol';
import { useRef, useState } from 'react';
import { AccountDialog } from '../account/account-dialog.tsx';
import { checkCurrentPassword } from '../account/current-password.ts';
import { CurrentPasswordField } from '../account/current-password-field.tsx';
import { toProofProblem } from '../account/proof-problem.ts';
import type { AccountDetails } from '../account/use-account.ts';
import type { FoundRoom } from '../chat/rooms/join/room-search.ts';
import { useChat, useMe } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import type { DialogState } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Form, type Problems } from '../ui/form/form.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { CreatedToken } from './created-token.tsx';
import styles from './new-token-dialog.module.css';
import { TokenRooms } from './token-rooms.tsx';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;
const FIELDS = ['name', 'password'] as const;
type Field = (typeof FIELDS)[number];
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
  const [needsRoom, setNeedsRoom] = useState(false);
  const [expiresInDays, setDays] = useState(DEFAULT_TOKEN_DAYS);

  async function create({ name, password }: Record<Field, string>): Promise<Problems<Field> | undefined> {
    if (rooms?.length === 0) return undefined;
    try {
      const roomIds = rooms && { roomIds: rooms.map(({ id }) => id) };
      const input = withId({ name, uid, expiresInDays, ...roomIds });
      onCreated(await programs.createToken({ ...input, ...(hasPassword && { password }) }));
      return undefined;
    } catch (error) {
      return toProofProblem(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={values => {
        setNeedsRoom(rooms?.length === 0);
        return check(values, hasPassword);
      }}
      onSubmit={create}
    >
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={texts.name}
            name="name"
            autoComplete="off"
            placeholder={texts.namePlaceholder}
            maxLength={MAX_NAME_LENGTH}
            problem={problems.name}
          />
          {programs.bots.length > 0 && <ActsAs bots={programs.bots} uid={uid} onChoose={setUid} />}
          <TokenRooms
            rooms={rooms}
            problem={needsRoom && rooms?.length === 0 ? texts.roomsRequired : undefined}
            onChange={setRooms}
          />
          <SelectField label={texts.expires} options={EXPIRIES} value={expiresInDays} onChoose={setDays} />
          {hasPassword && <CurrentPasswordField problem={problems.password} />}
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.create}>
            {texts.create}
          </Button>
        </>
      )}
    </Form>
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

function check({ name, password }: Record<Field, string>, hasPassword: boolean): Problems<Field> {
  return {
    ...(name === '' && { name: texts.nameRequired }),
    ...checkCurrentPassword(password, hasPassword),
  };
}

type TokenInput = CommandArguments<'create_token'>;

/** If a result was lost, the next attempt with the same input creates no second token. */
function useIdForInput(): (input: TokenInput) => TokenInput {
  const { newId } = useChat();
  const last = useRef({ id: '', text: '' });
  return input => {
    const text = JSON.stringify(input);
    if (text !== last.current.text) last.current = { id: newId(), text };
    return { ...input, id: last.current.id };
  };
}
