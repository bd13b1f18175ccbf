import { ArrowDown } from 'lucide-react';
import { useId } from 'react';
import { strings } from '../../strings/strings.ts';
import { formatBadge } from '../../ui/text/badge.ts';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import styles from './jump-to-latest.module.css';
import { formatNewMessages } from './new-messages-text.ts';

interface JumpToLatestProps {
  isShown: boolean;
  newCount: number;
  onJump: () => void;
}

export function JumpToLatest({ isShown, newCount, onJump }: JumpToLatestProps) {
  const countId = useId();
  return (
    <div className={styles.place}>
      {isShown && (
        <button
          type="button"
          className={styles.jump}
          aria-describedby={newCount > 0 ? countId : undefined}
          onClick={onJump}
        >
          <ArrowDown size={16} strokeWidth={2.2} aria-hidden />
          {strings.messages.jump}
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
