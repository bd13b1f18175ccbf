import type { Action } from '@snug/client';
import { useMemo, useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';
import type { PendingReactions } from './reaction-groups.ts';

/** The person's reactions to a message that its row does not show yet, by emoji. */
export function usePendingReactions(messageId: string): PendingReactions {
  const { pending } = useChat().actions;
  // A text, so that reactions to other messages do not render this one.
  const text = useSyncExternalStore(pending.subscribe, () => {
    const actions = pending.get();
    return actions.length === 0 ? '[]' : JSON.stringify(listPendingReactions(actions, messageId));
  });
  return useMemo(() => new Map(JSON.parse(text) as [string, boolean][]), [text]);
}

export function listPendingReactions(
  actions: readonly Action[],
  messageId: string,
): [emoji: string, on: boolean][] {
  return actions.flatMap(({ command, input }) => toEntry(command, input, messageId));
}

function toEntry(command: string, input: unknown, messageId: string): [emoji: string, on: boolean][] {
  if (command !== 'set_reaction') return [];
  const reaction = input as { messageId: string; emoji: string; on: boolean };
  return reaction.messageId === messageId ? [[reaction.emoji, reaction.on]] : [];
}
