import { Heart } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { formatBadge } from '../ui/badge.ts';
import { useTabIndex } from '../ui/tab-stop.ts';
import { showRefusal } from '../ui/toast.ts';
import { words } from '../words/words.ts';
import styles from './like-button.module.css';

interface LikeButtonProps {
  messageId: string;
  liked: boolean;
  likeCount: number;
}

/** The heart of a message. It turns at once; what the server makes of it follows. */
export function LikeButton({ messageId, liked, likeCount }: LikeButtonProps) {
  const chat = useChat();
  const countId = useId();
  const [wanted, setWanted] = useState<boolean>();
  const lastTurn = useRef(0);
  const isLiked = wanted ?? liked;
  const count = likeCount + Number(isLiked) - Number(liked);

  async function turn(): Promise<void> {
    const thisTurn = ++lastTurn.current;
    setWanted(!isLiked);
    try {
      await chat.setLike(messageId, !isLiked);
    } catch (error) {
      showRefusal(error);
    } finally {
      // An earlier answer does not turn the heart back while a later one is on its way.
      if (thisTurn === lastTurn.current) setWanted(undefined);
    }
  }

  return (
    <button
      type="button"
      aria-label={words.messages.like}
      aria-keyshortcuts="L"
      tabIndex={useTabIndex()}
      aria-pressed={isLiked}
      aria-describedby={count > 0 ? countId : undefined}
      className={styles.like}
      onClick={() => void turn()}
    >
      <Heart size={15} strokeWidth={2.1} aria-hidden />
      {count > 0 && (
        <span id={countId} className={styles.count}>
          {formatBadge(count)}
        </span>
      )}
    </button>
  );
}
