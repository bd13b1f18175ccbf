import type { Chat } from '@snug/client';
import { HEART } from '@snug/protocol';
import { useMemo } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { strings } from '../../strings/strings.ts';
import { showError } from '../../ui/feedback/toast.ts';
import type { Row } from '../messages/rows.ts';
import { groupReactions, joinReactions, type ReactionGroup } from './reaction-groups.ts';
import type { toggleReaction } from './toggle-reaction.ts';
import { listPendingReactions, usePendingReactions } from './use-pending-reactions.ts';

export type ReactedRow = Pick<Row, 'id' | 'roomId' | 'reactions' | 'mine' | 'customReactions' | 'customMine'>;

export interface RowReactions {
  groups: readonly ReactionGroup[];
  /** Undefined if nobody likes the message. */
  heart: ReactionGroup | undefined;
  /** `emoji`: without a skin tone. */
  toggle: (emoji: string) => void;
}

export function useReactions(row: ReactedRow): RowReactions {
  const chat = useChat();
  const groups = useReactionGroups(row);
  const heart = groups.find(({ base }) => base === HEART);
  return { groups, heart, toggle: emoji => loadAndToggle(chat, row, groups, emoji) };
}

export function useReactionGroups(row: ReactedRow): readonly ReactionGroup[] {
  const { id, reactions, mine, customReactions, customMine } = row;
  const pending = usePendingReactions(id);
  return useMemo(() => {
    const all = joinReactions({ reactions, mine, customReactions, customMine });
    return groupReactions(all.reactions, all.mine, pending);
  }, [reactions, mine, customReactions, customMine, pending]);
}

/** Outside of rendering. `emoji`: without a skin tone. */
export function toggleReactionNow(chat: Chat, row: ReactedRow, emoji: string): void {
  const pending = new Map(listPendingReactions(chat.actions.pending.get(), row.id));
  const { reactions, mine } = joinReactions(row);
  loadAndToggle(chat, row, groupReactions(reactions, mine, pending), emoji);
}

function loadAndToggle(...reaction: Parameters<typeof toggleReaction>): void {
  import('./toggle-reaction.ts').then(
    module => module.toggleReaction(...reaction),
    () => showError(strings.shell.loadFailed),
  );
}
