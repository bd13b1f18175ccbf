import { actionKeys, type Chat } from '@snug/client';
import { HEART } from '@snug/protocol';
import { useMemo } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { emojiMemory, rememberEmoji } from '../emoji/emoji-memory.ts';
import { applyTone } from '../emoji/skin-tone.ts';
import type { Row } from '../messages/rows.ts';
import { groupReactions, type ReactionGroup } from './reaction-groups.ts';
import { usePendingReactions } from './use-pending-reactions.ts';

export type ReactedRow = Pick<Row, 'id' | 'roomId' | 'reactions' | 'mine'>;

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
  return { groups, heart, toggle: emoji => toggleReaction(chat, row, groups, emoji) };
}

export function useReactionGroups({ id, reactions, mine }: ReactedRow): readonly ReactionGroup[] {
  const pending = usePendingReactions(id);
  return useMemo(() => groupReactions(reactions, mine, pending), [reactions, mine, pending]);
}

/** Removes the person's reactions with this emoji in all skin tones, or adds one in the person's tone. */
function toggleReaction(
  chat: Chat,
  { id: messageId, roomId }: ReactedRow,
  groups: readonly ReactionGroup[],
  base: string,
): void {
  const mine = groups.find(group => group.base === base)?.mine ?? [];
  const set = (emoji: string, on: boolean) => {
    const key = actionKeys.reaction(roomId, messageId, emoji);
    const input = { roomId, messageId, emoji, on };
    void chat.actions.enqueue({ key, roomId, command: 'set_reaction', input });
  };
  for (const emoji of mine) set(emoji, false);
  if (mine.length > 0) return;
  if (base !== HEART) rememberEmoji(base);
  set(applyTone(base, emojiMemory.get().tone), true);
}
