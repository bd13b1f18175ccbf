import { MAX_NAME_LENGTH } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { CreateForm } from './create-form.tsx';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;

interface NewBotDialogProps extends DialogState {
  programs: Programs;
}

export function NewBotDialog({ programs, isOpen, onOpenChange }: NewBotDialogProps) {
  return (
    <Dialog title={texts.newBot} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewBotForm programs={programs} onCreated={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewBotForm({ programs, onCreated }: { programs: Programs; onCreated: () => void }) {
  const chat = useChat();
  // A repetition with the same id creates no second bot.
  const [id] = useState(() => chat.newId());

  async function create(name: string): Promise<void> {
    await programs.createBot({ id, name });
    onCreated();
  }

  return (
    <CreateForm
      field={{ label: texts.name, maxLength: MAX_NAME_LENGTH }}
      check={name => (name === '' ? texts.nameRequired : undefined)}
      onCreate={create}
      button={texts.createBot}
      otherwise={texts.onlyAdminsCreate}
    />
  );
}
