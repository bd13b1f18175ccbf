import { CircleAlert } from 'lucide-react';
import { useChat } from '../../chat/chat-context.ts';
import { wordsOfSentence } from '../../strings/error-text.ts';
import { words } from '../../strings/strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { useTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './send-failure.module.css';

/** Under a message that could not be sent: why, and what to do about it. */
export function NotSent({ id, error }: { id: string; error: string | undefined }) {
  const { outbox } = useChat();
  const tabIndex = useTabIndex();
  return (
    <div className={styles.notSent}>
      <CircleAlert size={16} aria-hidden />
      <span className={styles.words}>{words.messages.notSent}</span>
      {error && <span>{wordsOfSentence(error)}</span>}
      <Button look="plain" tabIndex={tabIndex} onClick={() => outbox.retry(id)}>
        {words.messages.tryAgain}
      </Button>
      <Button look="plain" tabIndex={tabIndex} onClick={() => outbox.discard(id)}>
        {words.messages.discard}
      </Button>
    </div>
  );
}
