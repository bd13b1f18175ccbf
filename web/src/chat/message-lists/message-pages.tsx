import { type Key, type ReactNode, useRef } from 'react';
import { useChat } from '../../state/chat-context.ts';
import type { Page } from '../../state/use-pages.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { LoadingText } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useFocusAfterRemoval } from '../../ui/list/use-focus-after-removal.ts';
import styles from './message-pages.module.css';

interface MessagePagesProps<Row, Cursor> {
  pages: {
    list: Page<Row, Cursor> | undefined;
    isBusy: boolean;
    hasFailed: boolean;
    showMore: () => Promise<void>;
    reload: () => void;
  };
  /** Shown instead of an empty list. */
  none: ReactNode;
  className?: string | undefined;
  getKey: (row: Row) => Key;
  children: (row: Row) => ReactNode;
}

/** The loaded pages of a list of messages. */
export function MessagePages<Row, Cursor>(props: MessagePagesProps<Row, Cursor>) {
  const { pages, none, className = styles.list, getKey, children } = props;
  const { list, isBusy, showMore } = pages;
  const noneElement = useRef<HTMLDivElement>(null);
  const items = useFocusAfterRemoval<HTMLUListElement>(() => noneElement.current);
  if (!list) return pages.hasFailed ? <Failure onRetry={pages.reload} /> : <LoadingText />;
  if (list.rows.length === 0 && !list.next)
    return (
      <div ref={noneElement} className={styles.none} tabIndex={-1}>
        {none}
      </div>
    );
  return (
    <>
      <ul className={className} {...items}>
        {list.rows.map(row => (
          <li key={getKey(row)}>{children(row)}</li>
        ))}
      </ul>
      {list.next && (
        <Button className={styles.more} isBusy={isBusy} onClick={() => void showMore()}>
          {lazyStrings.messageLists.showMore}
        </Button>
      )}
    </>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const isConnected = useStore(useChat().connection.state).status === 'connected';
  if (!isConnected) return <p className={styles.none}>{lazyStrings.messageLists.offline}</p>;
  return (
    <div className={styles.none}>
      <p>{strings.shell.loadFailed}</p>
      <Button onClick={onRetry}>{strings.shell.tryAgain}</Button>
    </div>
  );
}
