import {
  type CommandArguments,
  type CommandOutput,
  DEFAULT_TOKEN_DAYS,
  MAX_NAME_LENGTH,
} from '@snug/protocol';
import { useRef, useState } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import type { FoundRoom } from '../rooms/join/room-search.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { showCommandError } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { Form } from '../ui/form/form.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { CreatedToken } from './created-token.tsx';
import styles from './new-token-dialog.module.css';
import { TokenRooms } from './token-rooms.tsx';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;
const FIELDS = ['name'] as const;
const DAYS = [7, 30, DEFAULT_TOKEN_DAYS];
const YEAR_DAYS = 365;
const EXPIRIES = [
  ...DAYS.map(value => ({ value, label: texts.days(value) })),
  { value: YEAR_DAYS, label: texts.year },
];

interface NewTokenDialogProps extends DialogState {
  programs: Programs;
}

export function NewTokenDialog({ programs, isOpen, onOpenChange }: NewTokenDialogProps) {
  return (
    <Dialog title={texts.newToken} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewToken programs={programs} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewToken({ programs, onDone }: { programs: Programs; onDone: () => void }) {
  const [created, setCreated] = useState<CommandOutput<'create_token'>>();
  if (created) return <CreatedToken created={created} onDone={onDone} />;
  return <NewTokenForm programs={programs} onCreated={setCreated} />;
}

interface NewTokenFormProps {
  programs: Programs;
  onCreated: (created: CommandOutput<'create_token'>) => void;
}

function NewTokenForm({ programs, onCreated }: NewTokenFormProps) {
  const me = useMe();
  const withId = useIdForInput();
  const [uid, setUid] = useState(me.uid);
  /** Undefined for all rooms. */
  const [rooms, setRooms] = useState<readonly FoundRoom[]>();
  const [needsRoom, setNeedsRoom] = useState(false);
  const [expiresInDays, setDays] = useState(DEFAULT_TOKEN_DAYS);

  async function create({ name }: { name: string }): Promise<undefined> {
    setNeedsRoom(rooms?.length === 0);
    if (rooms?.length === 0) return;
    try {
      const roomIds = rooms && { roomIds: rooms.map(({ id }) => id) };
      onCreated(await programs.createToken(withId({ name, uid, expiresInDays, ...roomIds })));
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Form
      fields={FIELDS}
      className={styles.form}
      validate={({ name }) => (name === '' ? { name: texts.nameRequired } : {})}
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
          {programs.bots.length > 0 && (
            <SelectField
              label={texts.actsAs}
              options={[
                { value: me.uid, label: texts.you(me.name) },
                ...programs.bots.map(bot => ({ value: bot.uid, label: bot.name })),
              ]}
              value={uid}
              onChoose={setUid}
            />
          )}
          <TokenRooms
            rooms={rooms}
            problem={needsRoom && rooms?.length === 0 ? texts.roomsRequired : undefined}
            onChange={setRooms}
          />
          <SelectField label={texts.expires} options={EXPIRIES} value={expiresInDays} onChoose={setDays} />
          <Button variant="main" type="submit" isBusy={isBusy} className={styles.create}>
            {texts.create}
          </Button>
        </>
      )}
    </Form>
  );
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
