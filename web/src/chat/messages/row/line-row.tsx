import type { ReactNode } from 'react';
import { strings } from '../../../strings/strings.ts';
import { RovingTabIndexContext } from '../../../ui/keyboard/roving-tabindex.ts';
import { formatTime } from '../../../ui/text/format-time.ts';
import { RepliesLine } from '../../replies/replies-line.tsx';
import type { Row } from '../rows.ts';
import styles from './message-row.module.css';

export interface LineRowProps {
  row: Row;
  /** `inside`: the row has the focus, itself or within it. `last`: it had the focus last. */
  focus: 'inside' | 'last' | undefined;
  label: string;
  /** By default, the label. */
  children?: ReactNode;
}

/** One line in place of a message. */
export function LineRow({ row, focus, label, children }: LineRowProps) {
  return (
    <article
      id={row.id}
      data-seq={row.seq}
      data-folded
      tabIndex={focus && (focus === 'inside' ? 0 : -1)}
      aria-label={strings.messages.rowAt(label, formatTime(row.createdAt))}
      className={styles.row}
    >
      <RovingTabIndexContext value={focus === 'inside'}>
        {children ?? <p className={styles.notice}>{label}</p>}
        <RepliesLine row={row} />
      </RovingTabIndexContext>
    </article>
  );
}
