import type { AddedEmoji } from '@snug/protocol';
import { X } from 'lucide-react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RowIconButton } from '../table/row-controls.tsx';
import styles from './emoji-page.module.css';
import { useEmojiCommand } from './use-emoji-command.ts';

interface OtherNamesProps {
  emoji: AddedEmoji;
  onChange: () => void;
}

export function OtherNames({ emoji: { names, deletedAt }, onChange }: OtherNamesProps) {
  const { connection } = useChat();
  const { isBusy, run } = useEmojiCommand(onChange);
  const texts = lazyStrings.adminEmoji;
  return (
    <span className={styles.names}>
      {names.map(name => (
        <span key={name} className={styles.name}>
          <span dir="ltr">{`:${name}:`}</span>
          {deletedAt === undefined && (
            <RowIconButton
              label={texts.removeName(name)}
              icon={X}
              aria-disabled={isBusy || undefined}
              onClick={() =>
                void run(() => connection.command('remove_emoji_name', { name }), texts.nameRemoved(name))
              }
            />
          )}
        </span>
      ))}
    </span>
  );
}
