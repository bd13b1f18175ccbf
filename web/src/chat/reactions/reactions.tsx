import { HEART } from '@snug/protocol';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import chip from './chip.module.css';
import { LikeButton } from './like-button.tsx';
import { ReactionChip } from './reaction-chip.tsx';
import styles from './reactions.module.css';
import { type ReactedRow, type RowReactions, useReactionGroups } from './use-reactions.ts';

const MAX_LINES = 2;
/** The narrowest row has space for so many chips in one line. */
const MIN_COLUMNS = 3;

interface ReactionsProps {
  messageId: string;
  reactions: RowReactions;
}

/** The chips below the text of a message. */
export function Reactions({ messageId, reactions: { groups, toggle } }: ReactionsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  const limit = useChipLimit(box, groups.length);
  const shown = isExpanded ? groups : groups.slice(0, limit);
  const hidden = groups.length - shown.length;
  return (
    <div ref={box} className={styles.reactions}>
      {shown.map(group =>
        group.base === HEART ? (
          <LikeButton key={HEART} messageId={messageId} heart={group} onToggle={toggle} />
        ) : (
          <ReactionChip key={group.base} messageId={messageId} group={group} onToggle={toggle} />
        ),
      )}
      {hidden > 0 && <MoreChip messageId={messageId} count={hidden} onPress={() => setExpanded(true)} />}
    </div>
  );
}

function MoreChip({ messageId, count, onPress }: { messageId: string; count: number; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={strings.reactions.more(count)}
      aria-describedby={messageId}
      tabIndex={useRovingTabIndex()}
      className={chip.chip}
      onClick={onPress}
    >
      <span className={chip.look}>+{count}</span>
    </button>
  );
}

/** For rows far from the view: as high as the chips, without them. */
export function PlainReactions({ row }: { row: ReactedRow }) {
  const box = useRef<HTMLDivElement>(null);
  const groups = useReactionGroups(row);
  const limit = useChipLimit(box, groups.length);
  return (
    <div ref={box} className={styles.reactions}>
      {groups.slice(0, limit + 1).map(({ base }) => (
        <span key={base} />
      ))}
    </div>
  );
}

/** How many chips fit into the lines, with the last place for "+n" if there are more. */
function useChipLimit(box: RefObject<HTMLElement | null>, count: number): number {
  const [columns, setColumns] = useState(MIN_COLUMNS);
  const isMeasured = count > MIN_COLUMNS;
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || !isMeasured) return undefined;
    const measure = () => setColumns(getComputedStyle(current).gridTemplateColumns.split(' ').length);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, isMeasured]);
  const places = columns * MAX_LINES;
  return count > places ? places - 1 : count;
}
