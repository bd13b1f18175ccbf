import { useChat } from '../../../state/chat-context.ts';
import { useSelected } from '../../../state/use-store.ts';
import { isOnlyEmoji } from './emoji.ts';

/** A name whose list is not known yet keeps the place of an emoji. */
export function useIsOnlyEmoji(text: string): boolean {
  return useSelected(useChat().emoji.known, ({ find, isComplete }) =>
    isOnlyEmoji(text, name => !isComplete || find(name) !== undefined),
  );
}
