import { MAX_NAME_LENGTH } from '@snug/protocol';
import { useIdForInput } from '../state/use-id-for-input.ts';
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
  const withId = useIdForInput();

  async function create(name: string): Promise<void> {
    await programs.createBot(withId({ name }));
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
