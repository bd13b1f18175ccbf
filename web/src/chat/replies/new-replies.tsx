import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import styles from './new-replies.module.css';
import { useIsFollowed } from './use-is-followed.ts';

interface NewRepliesProps {
  roomId: string;
  rootId: string;
}

/** A dot, if a followed conversation has something new. */
export function NewReplies({ roomId, rootId }: NewRepliesProps) {
  const chat = useChat();
  // What is unread changes with both.
  useStore(chat.cursors.states);
  useStore(chat.blocks);
  const { log } = useStore(chat.room(roomId).view);
  const replies = log?.messages.filter(message => message.rootId === rootId) ?? [];
  const count = replies.filter(message => chat.cursors.isUnread(message)).length;
  return count > 0 && <Dot roomId={roomId} rootId={rootId} count={count} />;
}

function Dot({ roomId, rootId, count }: NewRepliesProps & { count: number }) {
  if (!useIsFollowed(roomId, rootId)) return null;
  return (
    <>
      <VisuallyHidden>{lazyStrings.replies.newReplies(formatNumber(count))}</VisuallyHidden>
      <span className={styles.dot} aria-hidden />
    </>
  );
}
