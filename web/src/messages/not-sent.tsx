import { CircleAlert } from 'lucide-react';
import { useChat } from '../chat/chat-context.ts';
import { Button } from '../ui/button.tsx';
import styles from './not-sent.module.css';

/** Under a message that could not be sent: why, and what to do about it. */
export function NotSent({ id, error }: { id: string; error: string | undefined }) {
  const { outbox } = useChat();
  return (
    <div className={styles.notSent}>
      <CircleAlert size={16} aria-hidden />
      <span className={styles.words}>Not sent</span>
      {error && <span>{error}</span>}
      <Button look="plain" onClick={() => outbox.retry(id)}>
        Try again
      </Button>
      <Button look="plain" onClick={() => outbox.discard(id)}>
        Discard
      </Button>
    </div>
  );
}
