import type { Person } from '@snug/protocol';
import type { LucideIcon } from 'lucide-react';
import { createElement, type ReactNode, useRef, useState } from 'react';
import { LazyProfileDialog } from '../../../people/profiles/lazy-profile-dialog.tsx';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { useTitle } from '../../../ui/browser/use-title.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useFocusAfterRemoval } from '../../../ui/list/use-focus-after-removal.ts';
import { RoomHeader } from '../../rooms/room-header.tsx';
import styles from './excerpt-page.module.css';

interface ExcerptPageProps<Row> {
  title: string;
  icon: LucideIcon;
  /** Undefined until known. */
  rows: readonly Row[] | undefined;
  hasMore: boolean;
  isBusy: boolean;
  onShowMore: () => Promise<void>;
  /** Shown in place of rows: there are none, or they are unknown without a connection. */
  notes: { none: string; offline: string };
  renderRow: (row: Row, openProfile: (person: Person, roomId: string) => void) => ReactNode;
}

/** A list of messages of several rooms. */
export function ExcerptPage<Row>(props: ExcerptPageProps<Row>) {
  const { title, icon, rows, hasMore, isBusy, onShowMore, notes, renderRow } = props;
  const isOffline = useStore(useChat().connection.state).status !== 'connected';
  const [profile, setProfile] = useState<{ person: Person; roomId: string }>();
  const noteElement = useRef<HTMLDivElement>(null);
  const list = useFocusAfterRemoval<HTMLDivElement>(() => noteElement.current);
  useTitle(title);
  const waiting = isOffline ? notes.offline : strings.shell.loadingPage;
  const note = rows ? notes.none : waiting;
  return (
    <div className={styles.page}>
      <RoomHeader name={title} />
      <div className={styles.list} {...list}>
        {rows && rows.length > 0 ? (
          rows.map(row => renderRow(row, (person, roomId) => setProfile({ person, roomId })))
        ) : (
          <div ref={noteElement} className={styles.note} tabIndex={-1}>
            {createElement(icon, { size: 40, strokeWidth: 1.3, 'aria-hidden': true })}
            <p>{note}</p>
          </div>
        )}
        {hasMore && (
          <Button isBusy={isBusy} onClick={() => void onShowMore()}>
            {lazyStrings.messageLists.showMore}
          </Button>
        )}
      </div>
      <LazyProfileDialog
        person={profile?.person}
        roomId={profile?.roomId ?? ''}
        onClose={() => setProfile(undefined)}
      />
    </div>
  );
}
