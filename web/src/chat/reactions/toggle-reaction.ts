import { actionKeys, type Chat } from '@snug/client';
import { HEART } from '@snug/protocol';
import { emojiMemory, rememberEmoji } from '../emoji/emoji-memory.ts';
import { applyTone } from '../emoji/skin-tone.ts';
import type { Row } from '../messages/rows.ts';
import type { ReactionGroup } from './reaction-groups.ts';

/** Removes the person's reactions with this emoji in all skin tones, or adds one in the person's tone. */
export function toggleReaction(
  chat: Chat,
  { id: messageId, roomId }: Pick<Row, 'id' | 'roomId'>,
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
