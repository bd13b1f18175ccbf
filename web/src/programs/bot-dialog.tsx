import { MAX_NAME_LENGTH, type Person } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { InlineEditor } from '../ui/form/inline-editor.tsx';
import { isolateBidi } from '../ui/text/bidi.ts';
import { Name } from '../ui/text/name.tsx';
import styles from './bot-dialog.module.css';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;

interface BotDialogProps extends DialogState {
  bot: Person;
  programs: Programs;
}

export function BotDialog({ bot, programs, isOpen, onOpenChange }: BotDialogProps) {
  return (
    <Dialog title={<Name of={bot.name} />} isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.content}>
        <BotName bot={bot} programs={programs} />
        <DeleteBot bot={bot} programs={programs} />
      </div>
    </Dialog>
  );
}

function BotName({ bot, programs }: { bot: Person; programs: Programs }) {
  async function save(name: string): Promise<boolean> {
    try {
      await programs.editBot({ uid: bot.uid, name });
      showSuccess(texts.botRenamed);
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    }
  }

  return <InlineEditor strings={texts.botName} value={bot.name} maxLength={MAX_NAME_LENGTH} onSave={save} />;
}

function DeleteBot({ bot, programs }: { bot: Person; programs: Programs }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await programs.deleteBot(bot.uid);
      showSuccess(texts.botDeleted);
    } catch (error) {
      showCommandError(error);
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="danger" className={styles.delete} onClick={() => setAsking(true)}>
        {texts.deleteBot}
      </Button>
      <ConfirmDialog
        title={texts.deleteQuestion(isolateBidi(bot.name))}
        description={texts.deleteDescription}
        isOpen={isAsking}
        confirmLabel={texts.deleteBot}
        variant="danger"
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
