import { useEffect, useRef } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useOverdue } from '../chat/use-overdue.ts';
import { useStore } from '../chat/use-store.ts';
import { words } from '../strings/strings.ts';
import { showInfo } from '../ui/feedback/toast.ts';

/** Where what waits would be lost with the page: says so, once, and has the browser ask before the page is closed. */
export function useUnkeptNotice(): void {
  const items = useStore(useChat().outbox.items);
  const isAtRisk = items.some(({ isUnkept, status }) => isUnkept && status === 'waiting');
  const isOverdue = useOverdue(isAtRisk);
  const isTold = useRef(false);

  useEffect(() => {
    if (!isOverdue || isTold.current) return;
    isTold.current = true;
    showInfo(words.shell.unkept);
  }, [isOverdue]);

  useEffect(() => {
    if (!isAtRisk) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
