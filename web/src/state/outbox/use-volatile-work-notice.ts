import type { Action, OutboxItem } from '@snug/client';
import { useEffect, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showInfo } from '../../ui/feedback/toast.ts';
import { useChat } from '../chat-context.ts';
import { useOverdue } from '../use-overdue.ts';
import { useSelected } from '../use-store.ts';

/** If unsent messages or changes would be lost with the page: shows a notice once, and asks for confirmation before the page closes. */
export function useVolatileWorkNotice(): void {
  const { outbox, actions } = useChat();
  const isAtRisk = [
    useSelected(outbox.items, hasVolatile),
    useSelected(outbox.held, hasVolatile),
    useSelected(actions.pending, hasVolatile),
  ].includes(true);
  const isOverdue = useOverdue(isAtRisk);
  const wasShown = useRef(false);

  useEffect(() => {
    if (!isOverdue || wasShown.current) return;
    wasShown.current = true;
    showInfo(lazyStrings.connection.volatileWork);
  }, [isOverdue]);

  useEffect(() => {
    if (!isAtRisk) return undefined;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [isAtRisk]);
}

function hasVolatile(work: readonly (OutboxItem | Action)[]): boolean {
  return work.some(({ isVolatile, status }) => isVolatile && status === 'waiting');
}
