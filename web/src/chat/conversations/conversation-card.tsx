import { type KeyboardEvent, useId } from 'react';
import { useRoomName } from '../../people/direct/room-name.ts';
import { useChat } from '../../state/chat-context.ts';
import { useSelected } from '../../state/use-store.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { Button } from '../../ui/form/button.tsx';
import { LinkButton } from '../../ui/form/link-button.tsx';
import { readKey } from '../../ui/keyboard/read-key.ts';
import { formatBadge } from '../../ui/text/badge.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { conversationPath } from '../replies/conversation/conversation-path.ts';
import { RoomMark } from '../rooms/room-mark.tsx';
import { CardReply } from './card-message.tsx';
import styles from './conversation-card.module.css';
import { ConversationHeading } from './conversation-heading.tsx';
import { type ConversationCard as Card, getTime } from './merge-cards.ts';

interface ConversationCardProps {
  card: Card;
  /** Its controls are in the tab order. */
  isCurrent: boolean;
  onMarkRead: () => void;
  onUnfollow: () => void;
}

export function ConversationCard({ card, isCurrent, onMarkRead, onUnfollow }: ConversationCardProps) {
  const { roomId, rootId, room, root, last } = card;
  const id = useId();
  const roomName = useRoomName(room);
  const { unread, readSeq, canMarkRead } = useReadState(card);
  const isMuted = useIsMuted(roomId);
  const texts = lazyStrings.conversations;
  // Of a conversation without its first message, any other one leads to it.
  const path = conversationPath(roomId, (root ?? last.at(-1))?.id ?? rootId);
  const tabIndex = isCurrent ? undefined : -1;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = readKey(event.nativeEvent);
    if (key === 'Enter' && event.shiftKey) {
      if (canMarkRead) onMarkRead();
    } else if (key === 'Enter') navigate(path);
    else if (key === 'U' && !event.shiftKey) onUnfollow();
    else return;
    event.preventDefault();
  }

  return (
    <article
      className={styles.card}
      data-new={(unread > 0 && !isMuted) || undefined}
      aria-labelledby={`${id}-room ${id}-heading`}
      {...{ tabIndex: isCurrent ? 0 : -1, onKeyDown }}
    >
      <header className={styles.header}>
        <span id={`${id}-room`} className={styles.room}>
          <RoomMark room={room} />
          <bdi className={styles.roomName}>{roomName}</bdi>
        </span>
        {unread > 0 && !isMuted && (
          <span className={styles.new}>{texts.newReplies(formatBadge(unread))}</span>
        )}
        <RelativeTime className={styles.time} at={getTime(card)} />
      </header>
      <h2 id={`${id}-heading`} className={styles.heading} dir="auto">
        <ConversationHeading root={root} />
      </h2>
      {card.replies > last.length && (
        <p className={styles.count}>
          {lazyStrings.replies.replies(card.replies, formatNumber(card.replies))}
        </p>
      )}
      {last.map(message => (
        <CardReply key={message.id} message={message} isNew={unread > 0 && message.seq > readSeq} />
      ))}
      <footer className={styles.footer}>
        <LinkButton
          href={path}
          tabIndex={tabIndex}
          aria-keyshortcuts="Enter"
          aria-describedby={`${id}-heading`}
        >
          {texts.open}
        </LinkButton>
        {canMarkRead && (
          <Button
            variant="plain"
            tabIndex={tabIndex}
            aria-keyshortcuts="Shift+Enter"
            aria-describedby={`${id}-heading`}
            onClick={onMarkRead}
          >
            {texts.markRead}
          </Button>
        )}
        <Button
          variant="plain"
          tabIndex={tabIndex}
          aria-keyshortcuts="U"
          aria-describedby={`${id}-heading`}
          onClick={onUnfollow}
        >
          {texts.unfollow}
        </Button>
      </footer>
    </article>
  );
}

/** By the cursors of now: the person can have read it since the list was read. */
function useReadState({ roomId, rootId, unread, readSeq, lastSeq }: Card) {
  const { cursors } = useChat();
  // Without a connection, the cursors of a room can be unknown.
  const known = useSelected(cursors.states, () => cursors.getConversationSeq(roomId, rootId));
  const seq = Math.max(known ?? 0, readSeq);
  const isRead = unread === 0 || seq >= lastSeq;
  return { readSeq: seq, unread: isRead ? 0 : unread, canMarkRead: !isRead && known !== undefined };
}

function useIsMuted(roomId: string): boolean {
  return useSelected(useChat().memberships.options, options => options.get(roomId)?.muted === true);
}
