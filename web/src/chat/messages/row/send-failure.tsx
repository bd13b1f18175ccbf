import { CircleAlert } from 'lucide-react';
import { useChat } from '../../../state/chat-context.ts';
import { errorTextFromMessage } from '../../../strings/error-text.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import styles from './send-failure.module.css';

export function SendFailure({ id, error }: { id: string; error: string | undefined }) {
  const { outbox } = useChat();
  const tabIndex = useRovingTabIndex();
  return (
    <div className={styles.notSent}>
      <CircleAlert size={16} aria-hidden />
      <span className={styles.words}>{lazyStrings.sendFailure.notSent}</span>
      {error && <span>{errorTextFromMessage(error)}</span>}
      <Button variant="plain" tabIndex={tabIndex} onClick={() => outbox.retry(id)}>
        {lazyStrings.sendFailure.tryAgain}
      </Button>
      <Button variant="plain" tabIndex={tabIndex} onClick={() => outbox.discard(id)}>
        {lazyStrings.sendFailure.discard}
      </Button>
    </div>
  );
}
