import { MAX_COUNTED_REPLIES } from '@snug/protocol';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Link } from '../../ui/browser/link.tsx';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { conversationPath, openConversationPage } from './conversation/conversation-path.ts';
import { NewReplies } from './new-replies.tsx';
import styles from './replies-link.module.css';

interface RepliesLinkProps {
  roomId: string;
  messageId: string;
  count: number;
}

export function RepliesLink({ roomId, messageId, count }: RepliesLinkProps) {
  const tabIndex = useRovingTabIndex();
  const shown = `${formatNumber(count)}${count >= MAX_COUNTED_REPLIES ? '+' : ''}`;
  return (
    <Link
      href={conversationPath(roomId, messageId)}
      className={styles.link ?? ''}
      tabIndex={tabIndex}
      onClick={event => {
        event.preventDefault();
        openConversationPage(roomId, messageId);
      }}
    >
      {lazyStrings.replies.replies(count, shown)}
      <NewReplies roomId={roomId} rootId={messageId} />
    </Link>
  );
}
