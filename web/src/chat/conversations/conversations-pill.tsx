import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { getFollowedConversations } from '../replies/followed-conversations.ts';
import { UnreadBadge } from '../unread/unread-badge.tsx';

interface ConversationsPillProps {
  /** Called with the name of its link, or undefined for the label alone. */
  onName: (name: string | undefined) => void;
}

/** The number of followed conversations with something new, without those of muted rooms. */
export function ConversationsPill({ onName }: ConversationsPillProps) {
  const news = useStore(getFollowedConversations(useChat()).news.state);
  const count = news?.conversations.length ?? 0;
  const shown = `${formatNumber(count)}${news?.hasMore ? '+' : ''}`;
  const name = count > 0 ? lazyStrings.conversations.link(strings.rooms.conversations, shown) : undefined;
  useEffect(() => {
    onName(name);
    return () => onName(undefined);
  }, [onName, name]);
  return <UnreadBadge count={count} isPersonal={false} />;
}
