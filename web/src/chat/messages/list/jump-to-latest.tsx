import { ArrowDown, CornerDownLeft } from 'lucide-react';
import { useContext, useId } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { formatBadge } from '../../../ui/text/badge.ts';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { ReplyContext } from '../../replies/reply-context.ts';
import styles from './jump-to-latest.module.css';
import { formatNewMessages } from './new-messages-text.ts';

interface JumpToLatestProps {
  isShown: boolean;
  newCount: number;
  onJump: () => void;
}

export function JumpToLatest({ isShown, newCount, onJump }: JumpToLatestProps) {
  const countId = useId();
  const { back } = useContext(ReplyContext);
  return (
    <div className={styles.place}>
      {back && <BackToReply onPress={back} />}
      {isShown && (
        <button
          type="button"
          className={styles.jump}
          aria-describedby={newCount > 0 ? countId : undefined}
          onClick={onJump}
        >
          <ArrowDown size={16} strokeWidth={2.2} aria-hidden />
          {lazyStrings.arrivals.jump}
          {newCount > 0 && (
            <span className={styles.badge} aria-hidden>
              {formatBadge(newCount)}
            </span>
          )}
        </button>
      )}
      {isShown && newCount > 0 && (
        <VisuallyHidden>
          <span id={countId}>{formatNewMessages(newCount)}</span>
        </VisuallyHidden>
      )}
    </div>
  );
}

function BackToReply({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className={styles.jump} onClick={onPress}>
      <CornerDownLeft size={16} strokeWidth={2.2} aria-hidden />
      {lazyStrings.arrivals.backToReply}
    </button>
  );
}
