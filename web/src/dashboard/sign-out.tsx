import type { OutboxItem } from '@snug/client';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { signOut } from '../sign-in/session.ts';
import { Button } from '../ui/button.tsx';
import { Question } from '../ui/question.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { lateWords } from '../words/late-words.ts';
import styles from './dashboard-content.module.css';

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
      showSuccess(lateWords.dashboard.signedOut);
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
        <LogOut size={18} aria-hidden data-directed />
        {lateWords.dashboard.signOut}
      </Button>
      <Question
        {...questionAbout(left ?? [])}
        isOpen={left !== undefined}
        action={lateWords.dashboard.signOut}
        look="main"
        isBusy={isBusy}
        onAction={() => void leave()}
        onClose={() => ask(undefined)}
      />
    </>
  );
}

function questionAbout(items: readonly OutboxItem[]): { title: string; words: string } {
  const { leftBehind, willBeLost, willWait } = lateWords.dashboard;
  const isLost = items.some(({ isUnkept }) => isUnkept);
  return { title: leftBehind(items.length), words: isLost ? willBeLost : willWait(items.length) };
}
