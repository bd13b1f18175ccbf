import type { ShownEmoji } from '@snug/client';
import { useChat } from '../state/chat-context.ts';
import { useSelected } from '../state/use-store.ts';

/** `waiting`: its list is not known yet. Undefined: the workspace has no emoji of this name. */
export function useCustomEmoji(name: string): ShownEmoji | 'waiting' | undefined {
  return useSelected(
    useChat().emoji.known,
    ({ find, isComplete }) => find(name) ?? (isComplete ? undefined : 'waiting'),
  );
}
