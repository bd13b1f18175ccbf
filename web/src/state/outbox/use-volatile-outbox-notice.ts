import { useEffect, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showInfo } from '../../ui/feedback/toast.ts';
import { useChat } from '../chat-context.ts';
import { useOverdue } from '../use-overdue.ts';
import { useStore } from '../use-store.ts';

/** If unsent messages would be lost with the page: shows a notice once, and asks for confirmation before the page closes. */
export function useVolatileOutboxNotice(): void {
  const { outbox } = useChat();
  const items = [useStore(outbox.items), useStore(outbox.held)].flat();
  const isAtRisk = items.some(({ isVolatile, status }) => isVolatile && status === 'waiting');
  const isOverdue = useOverdue(isAtRisk);
  const wasShown = useRef(false);

  useEffect(() => {
    if (!isOverdue || wasShown.current) return;
    wasShown.current = true;
    showInfo(lazyStrings.connection.volatileOutbox);
  }, [isOverdue]);

  useEffect(() => {
    if (!isAtRisk) return undefined;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [isAtRisk]);
}
