import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import type { FoundMessage } from './kept-messages.ts';
import type { SearchState } from './message-search.ts';

/** Without those of people whom the reader has blocked since. */
export function useShownRows({ rows }: SearchState): readonly FoundMessage[] | undefined {
  const blocked = useStore(useChat().blocks);
  return rows && leaveOutBlocked(rows, blocked);
}

export function leaveOutBlocked(
  rows: readonly FoundMessage[],
  blocked: ReadonlySet<string>,
): readonly FoundMessage[] {
  return rows.filter(({ message }) => !blocked.has(message.author.uid));
}
