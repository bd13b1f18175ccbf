import { useContext } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useSelected } from '../../state/use-store.ts';
import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';
import styles from './replies-line.module.css';
import { ReplyContext } from './reply-context.ts';

const LazyRepliesLink = createIdleComponent(() => import('./replies-link.tsx'), 'RepliesLink');

/** Under the first message of a conversation. It has its height before the link loads, and in rows that are far from the view. */
export function RepliesLine({ roomId, messageId }: { roomId: string; messageId: string }) {
  const { rootId } = useContext(ReplyContext);
  const { view } = useChat().room(roomId);
  const count = useSelected(view, ({ log }) => log?.replies?.[messageId]?.count ?? 0);
  if (count === 0 || rootId !== undefined) return null;
  return (
    <div className={styles.line} data-uncopied>
      <LazyRepliesLink roomId={roomId} messageId={messageId} count={count} />
    </div>
  );
}
