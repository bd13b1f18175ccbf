import type { AddedEmoji } from '@snug/protocol';
import { RotateCcw, TextCursorInput, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { RowIconButton } from '../table/row-controls.tsx';
import table from '../table/table.module.css';
import { AddNameDialog } from './add-name-dialog.tsx';
import { useEmojiCommand } from './use-emoji-command.ts';

interface EmojiActionsProps {
  emoji: AddedEmoji;
  onChange: () => void;
}

export function EmojiActions({ emoji, onChange }: EmojiActionsProps) {
  const { key, picture, deletedAt } = emoji;
  if (picture === undefined) return null;
  return (
    <span className={table.actions}>
      {deletedAt === undefined ? (
        <ShownActions name={key} onChange={onChange} />
      ) : (
        <DeletedActions name={key} onChange={onChange} />
      )}
    </span>
  );
}

interface ActionsProps {
  name: string;
  onChange: () => void;
}

function ShownActions({ name, onChange }: ActionsProps) {
  const { connection } = useChat();
  const { isBusy, run } = useEmojiCommand(onChange);
  const [isNaming, setNaming] = useState(false);
  const texts = lazyStrings.adminEmoji;
  return (
    <>
      <RowIconButton label={texts.addName} icon={TextCursorInput} onClick={() => setNaming(true)} />
      <RowIconButton
        label={texts.delete(name)}
        icon={Trash2}
        aria-disabled={isBusy || undefined}
        onClick={() =>
          void run(() => connection.command('delete_emoji', { key: name }), texts.isDeleted(name))
        }
      />
      <AddNameDialog name={name} isOpen={isNaming} onOpenChange={setNaming} onAdded={onChange} />
    </>
  );
}

function DeletedActions({ name, onChange }: ActionsProps) {
  const { connection } = useChat();
  const { isBusy, run } = useEmojiCommand(onChange);
  const [isAsking, ask] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const texts = lazyStrings.adminEmoji;
  const input = { key: name };

  async function erase(): Promise<void> {
    await run(() => connection.command('erase_emoji', input), texts.isErased(name));
    ask(false);
  }

  return (
    <>
      <RowIconButton
        label={texts.restore(name)}
        icon={RotateCcw}
        aria-disabled={isBusy || undefined}
        onClick={() => void run(() => connection.command('restore_emoji', input), texts.isRestored(name))}
      />
      <RowIconButton ref={button} label={texts.erase(name)} icon={Trash2} onClick={() => ask(true)} />
      <ConfirmDialog
        title={texts.eraseTitle(name)}
        description={texts.eraseDescription}
        confirmLabel={texts.eraseConfirm}
        variant="danger"
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void erase()}
        onClose={() => ask(false)}
        finalFocus={() => button.current?.closest('tr') ?? true}
      />
    </>
  );
}
