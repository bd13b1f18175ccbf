import { MAX_COUNTED_REPLIES } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { useSelected } from '../../state/use-store.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Link } from '../../ui/browser/link.tsx';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { conversationPath, openConversationPage } from './conversation/conversation-path.ts';
import styles from './replies-link.module.css';
import { useIsFollowed } from './use-is-followed.ts';

interface RepliesLinkProps {
  roomId: string;
  messageId: string;
  count: number;
}

/** With a dot, if a followed conversation has something new. */
export function RepliesLink({ roomId, messageId, count }: RepliesLinkProps) {
  const tabIndex = useRovingTabIndex();
  const newCount = useNewReplies(roomId, messageId);
  const shown = `${formatNumber(count)}${count >= MAX_COUNTED_REPLIES ? '+' : ''}`;
  const text = lazyStrings.replies.replies(count, shown);
  return (
    <Link
      href={conversationPath(roomId, messageId)}
      className={styles.link ?? ''}
      tabIndex={tabIndex}
      {...(newCount > 0 && {
        'aria-label': lazyStrings.replies.withNew(text, formatNumber(newCount)),
      })}
      onClick={event => {
        event.preventDefault();
        openConversationPage(roomId, messageId);
      }}
    >
      {text}
      {newCount > 0 && <span className={styles.dot} aria-hidden />}
    </Link>
  );
}

/** How many loaded replies are unread; 0 unless the conversation is followed. */
function useNewReplies(roomId: string, rootId: string): number {
  const chat = useChat();
  const { view } = chat.room(roomId);
  const count = () => {
    const replies = view.get().log?.messages.filter(message => message.rootId === rootId) ?? [];
    return replies.filter(message => chat.cursors.isUnread(message)).length;
  };
  // What is unread changes with each of them.
  useSelected(view, count);
  useSelected(chat.blocks, count);
  const unread = useSelected(chat.cursors.states, count);
  return useIsFollowed(roomId, rootId, unread > 0) ? unread : 0;
}
