import type { OutboxItem } from '@snug/client';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { signOut } from '../sign-in/session.ts';
import { Button } from '../ui/button.tsx';
import { Question } from '../ui/question.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import styles from './dashboard.module.css';

/** Signs out; where something is not sent yet, only after saying what becomes of it. */
export function SignOut() {
  const { outbox } = useChat();
  const [isBusy, setBusy] = useState(false);
  /** What is left behind; undefined while nothing is asked. */
  const [left, ask] = useState<readonly OutboxItem[]>();

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      await signOut();
      showSuccess('Signed Out');
    } catch (error) {
      showError((error as Error).message);
      setBusy(false);
      ask(undefined);
    }
  }

  function press(): void {
    const items = outbox.items.get().filter(({ status }) => status !== 'stored');
    if (items.length > 0) ask(items);
    else void leave();
  }

  return (
    <>
      <Button className={styles.signOut} isBusy={isBusy} onClick={press}>
        <LogOut size={18} aria-hidden />
        Sign out
      </Button>
      <Question
        {...questionAbout(left ?? [])}
        isOpen={left !== undefined}
        action="Sign out"
        look="main"
        isBusy={isBusy}
        onAction={() => void leave()}
        onClose={() => ask(undefined)}
      />
    </>
  );
}

function questionAbout(items: readonly OutboxItem[]): { title: string; words: string } {
  const isOne = items.length === 1;
  return {
    title: isOne ? '1 message is not sent yet' : `${items.length} messages are not sent yet`,
    words: items.some(({ isUnkept }) => isUnkept)
      ? 'This browser cannot keep what is not sent: it will be lost.'
      : `${isOne ? 'It stays' : 'They stay'} in this browser and ${isOne ? 'waits' : 'wait'} until you sign in here again.`,
  };
}
