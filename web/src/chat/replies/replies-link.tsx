import { MAX_COUNTED_REPLIES } from '@snug/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Link } from '../../ui/browser/link.tsx';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { useRoomOptions } from '../rooms/use-room-options.ts';
import { conversationPath, openConversationPage } from './conversation/conversation-path.ts';
import styles from './replies-link.module.css';
import { useIsFollowed } from './use-is-followed.ts';

interface RepliesLinkProps {
  roomId: string;
  messageId: string;
  count: number;
}

/** With a dot, if a followed conversation has something new, unless its room is muted. */
export function RepliesLink({ roomId, messageId, count }: RepliesLinkProps) {
  const tabIndex = useRovingTabIndex();
  const { muted = false } = useRoomOptions(roomId);
  const newReplies = useNewReplies(roomId, messageId);
  const newCount = muted ? 0 : newReplies;
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
  const subscribe = useCallback(
    (listener: () => void) => {
      // What is unread changes with each of them.
      const stops = [view, chat.cursors.states, chat.blocks].map(store => store.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [chat, view],
  );
  const unread = useSyncExternalStore(subscribe, () => {
    const replies = view.get().log?.messages.filter(message => message.rootId === rootId) ?? [];
    return replies.filter(message => chat.cursors.isUnread(message)).length;
  });
  return useIsFollowed(roomId, rootId, unread > 0) ? unread : 0;
}
