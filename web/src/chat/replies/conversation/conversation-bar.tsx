import type { Message } from '@snug/protocol';
import { ArrowLeft, Check, Plus } from 'lucide-react';
import { useChat } from '../../../state/chat-context.ts';
import { useSelected } from '../../../state/use-store.ts';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ConversationHeading } from '../../conversations/conversation-heading.tsx';
import { getFollowedConversations } from '../followed-conversations.ts';
import { useIsFollowed } from '../use-is-followed.ts';
import styles from './conversation.module.css';
import { closeConversation } from './conversation-path.ts';

interface ConversationBarProps {
  roomId: string;
  rootId: string;
  /** The first message. Undefined if it is deleted, or not loaded yet. */
  root: Message | undefined;
  /** The number of messages. Undefined until it is known. */
  count: number | undefined;
}

export function ConversationBar({ roomId, rootId, root, count }: ConversationBarProps) {
  // A conversation leaves it out, and the room has it.
  const removed = useSelected(useChat().room(roomId).view, ({ log }) =>
    root ? undefined : log?.messages.find(message => message.removed && message.id === rootId),
  );
  const first = root ?? removed;
  return (
    <div className={styles.bar}>
      <div className={styles.about}>
        <h2 className={styles.title} dir="auto">
          {first ? <ConversationHeading root={first} /> : <MissingHeading isKnown={count !== undefined} />}
        </h2>
        <span className={styles.count}>
          {count !== undefined && lazyStrings.replies.messages(count, formatNumber(count))}
        </span>
      </div>
      <FollowButton key={rootId} roomId={roomId} rootId={rootId} />
      <Button variant="plain" className={styles.back} onClick={() => closeConversation(roomId)}>
        <ArrowLeft size={16} strokeWidth={2} aria-hidden className={styles.arrow} />
        {lazyStrings.replies.allMessages}
      </Button>
    </div>
  );
}

function MissingHeading({ isKnown }: { isKnown: boolean }) {
  return isKnown ? strings.messages.sourceDeleted : lazyStrings.replies.conversation;
}

function FollowButton({ roomId, rootId }: Pick<ConversationBarProps, 'roomId' | 'rootId'>) {
  const chat = useChat();
  const isFollowed = useIsFollowed(roomId, rootId);
  if (isFollowed === undefined) return null;
  const Icon = isFollowed ? Check : Plus;
  return (
    <Button
      variant="plain"
      aria-pressed={isFollowed}
      className={styles.follow}
      onClick={() => void getFollowedConversations(chat).set(roomId, rootId, !isFollowed)}
    >
      <Icon size={16} strokeWidth={2} aria-hidden />
      {lazyStrings.replies.follow}
    </Button>
  );
}
