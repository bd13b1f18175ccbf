import { useContext } from 'react';
import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';
import type { Row } from '../messages/rows.ts';
import styles from './replies-line.module.css';
import { ReplyContext } from './reply-context.ts';

const LazyRepliesLink = createIdleComponent(() => import('./replies-link.tsx'), 'RepliesLink');

/** Under the first message of a conversation. It has its height before the link loads, and in rows that are far from the view. */
export function RepliesLine({ row: { id, roomId, replyCount } }: { row: Row }) {
  const { rootId } = useContext(ReplyContext);
  if (!replyCount || rootId !== undefined) return null;
  return (
    <div className={styles.line} data-uncopied>
      <LazyRepliesLink roomId={roomId} messageId={id} count={replyCount} />
    </div>
  );
}
